import type { CarrierEvent } from '../../domain/carrier';
import { delay, type Timers } from '../../../platform/kernel/time/timers';

/** Backoff of an event that was not accepted, as of real carriers. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
const MAX_RETRY_DELAY_MS = 60_000;
/** An hour: longer than PostgreSQL is away for its failover or an upgrade. */
const MAX_RETRIES = 66;

/** Delivers the events of one leg in order, each after the previous one was stored. */
export class CarrierEventQueue {
  readonly #idle: (() => void)[] = [];
  readonly #waiting: { readonly event: CarrierEvent; readonly delivered?: (() => void) | undefined }[] = [];
  #delivering = false;

  constructor(
    private readonly deliver: (event: CarrierEvent) => Promise<void>,
    private readonly timers: Timers,
    /** Nothing is delivered afterwards. */
    private readonly closed: AbortSignal,
    /** Called with each delivery, which resolves when all events so far are stored or given up. */
    private readonly onDelivery: (delivery: Promise<void>) => void = () => undefined,
  ) {}

  /**
   * Merges waiting turns into one event, so that a fast talk needs few deliveries.
   * @param onDelivered the event is stored; never called for turns
   */
  add(event: CarrierEvent, onDelivered?: () => void): void {
    const last = this.#waiting.at(-1)?.event;
    // The first is already being delivered.
    if (event.type === 'transcript' && last?.type === 'transcript' && this.#waiting.length > 1) {
      this.#waiting[this.#waiting.length - 1] = {
        event: { ...event, turns: [...last.turns, ...event.turns] },
      };
    } else {
      this.#waiting.push({ event, delivered: onDelivered });
    }
    if (!this.#delivering) this.onDelivery(this.#deliver());
  }

  /** Resolves when all events so far are stored or given up. */
  flushed(): Promise<void> {
    if (!this.#delivering) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }

  async #deliver(): Promise<void> {
    this.#delivering = true;
    for (let next = this.#waiting[0]; next && !this.closed.aborted; next = this.#waiting[0]) {
      if (await this.#deliverOne(next.event)) next.delivered?.();
      this.#waiting.shift();
    }
    this.#delivering = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** False when it was given up. */
  async #deliverOne(event: CarrierEvent): Promise<boolean> {
    for (let retries = 0; !this.closed.aborted; retries++) {
      try {
        await this.deliver(event);
        return true;
      } catch {
        if (retries === MAX_RETRIES) return false;
        await delay(this.timers, RETRY_DELAYS_MS[retries] ?? MAX_RETRY_DELAY_MS);
      }
    }
    return false;
  }
}

/** The event queues of a carrier's legs. */
export class CarrierEventQueues {
  /** How many queues of a leg have events that are not stored. */
  readonly #delivering = new Map<string, number>();

  constructor(
    private readonly deliver: (event: CarrierEvent) => Promise<void>,
    private readonly timers: Timers,
    private readonly closed: AbortSignal,
  ) {}

  open(reference: string): CarrierEventQueue {
    return new CarrierEventQueue(this.deliver, this.timers, this.closed, (delivery) => {
      this.#count(reference, 1);
      void delivery.then(() => this.#count(reference, -1));
    });
  }

  isDelivering(reference: string): boolean {
    return this.#delivering.has(reference);
  }

  #count(reference: string, by: 1 | -1): void {
    const count = (this.#delivering.get(reference) ?? 0) + by;
    if (count === 0) this.#delivering.delete(reference);
    else this.#delivering.set(reference, count);
  }
}

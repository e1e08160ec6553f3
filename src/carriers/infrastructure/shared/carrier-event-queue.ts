import type { CarrierEvent } from '../../domain/carrier';
import type { Timers } from '../../../platform/kernel/time/timers';

/** Backoff of an event that was not accepted, as of real carriers; then it is given up. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

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
    if (!this.#delivering) void this.#deliver();
  }

  get isDelivering(): boolean {
    return this.#delivering;
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
    for (const wait of [...RETRY_DELAYS_MS, null]) {
      if (this.closed.aborted) return false;
      try {
        await this.deliver(event);
        return true;
      } catch {
        if (wait === null) return false;
        await new Promise<void>((resolve) => {
          this.timers.after(wait, resolve);
        });
      }
    }
    return false;
  }
}

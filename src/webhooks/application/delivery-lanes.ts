import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';
import { describeError } from '../../platform/logging';
import type { Connections } from '../infrastructure/connections';
import { EndpointRepository } from '../infrastructure/endpoint.repository';
import { EventRepository } from '../infrastructure/event.repository';
import { DeliveryAttempts } from './delivery-attempts';
import { DeliveryLane } from './delivery-lane';
import { Permits } from './permits';

/** Longer than an attempt may take with all that belongs to it; then somebody else may make it. */
const LEASE_MS = 30_000;

/** Attempts in this process at once: hundreds of endpoints that hang, and the others still find room. */
const MOST_ATTEMPTS = 4_000;

/** Connections to the database that deliveries may use at once; the rest of the pool is for others. */
const MOST_STATEMENTS = 6;

/** What is due within this time gets a timer here; the sweep finds the rest. */
const SOON_MS = 60_000;

/**
 * The schedule's deliveries: a lane for each account that has something due, so that a slow or dead endpoint delays nobody
 * else. Lanes of one account in two processes are harmless: each event is claimed by one of them.
 */
@Injectable()
export class DeliveryLanes implements OnModuleDestroy, BeforeApplicationShutdown {
  readonly #logger = new Logger(DeliveryLanes.name);
  readonly #lanes = new Map<string, { readonly lane: DeliveryLane; readonly over: Promise<void> }>();
  readonly #timers = new Map<string, { readonly dueMs: number; readonly timer: NodeJS.Timeout }>();
  readonly #attempting = new Permits(MOST_ATTEMPTS);
  readonly #storing = new Permits(MOST_STATEMENTS);
  #stopping = false;
  #abandoned = false;
  #drained: Promise<void> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly attempts: DeliveryAttempts,
    private readonly endpoints: EndpointRepository,
    private readonly events: EventRepository,
  ) {}

  /** Something of the account may be due. */
  wake(accountId: string): void {
    if (this.#stopping) return;
    const known = this.#lanes.get(accountId);
    if (known) {
      known.lane.wake();
      return;
    }
    const lane = new DeliveryLane();
    const connections = this.attempts.connections();
    const over = this.#run(accountId, lane, connections)
      .catch((error: unknown) => {
        // What was claimed is claimed again when its lease has run out.
        this.#logger.warn(`deliveries failed: ${JSON.stringify(describeError(error))}`);
      })
      .finally(() => {
        connections.close();
        if (this.#lanes.get(accountId)?.lane === lane) this.#lanes.delete(accountId);
      });
    this.#lanes.set(accountId, { lane, over });
  }

  /** From the signal on, as for the talks. */
  onModuleDestroy(): void {
    this.#drained = this.#drain();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#drained;
  }

  /** No new attempts; those under way have the drain time, then they are somebody else's when their lease runs out. */
  async #drain(): Promise<void> {
    this.#stopping = true;
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    const lanes = [...this.#lanes.values()];
    for (const { lane } of lanes) lane.wake();
    const timer = setTimeout(() => {
      this.#abandoned = true;
      for (const { lane } of lanes) lane.wake();
    }, this.config.drainMs);
    await Promise.all(lanes.map(({ over }) => over));
    clearTimeout(timer);
  }

  async #run(accountId: string, lane: DeliveryLane, connections: Connections): Promise<void> {
    while (!lane.isIdle) {
      const over = await lane.next();
      if (this.#abandoned) return;
      if (over.length > 0) await this.#storing.run(() => this.attempts.store(accountId, over));
      if (!this.#stopping) await this.#fill(accountId, lane, connections);
    }
    // In the same turn of the event loop as the look at isIdle: a call that comes later makes a new lane.
    this.#lanes.delete(accountId);
  }

  /** Claims what is due, as much as there is room for, and starts it. */
  async #fill(accountId: string, lane: DeliveryLane, connections: Connections): Promise<void> {
    if (lane.free === 0) return;
    const room = lane.isBusy ? this.#attempting.takeNow(lane.free) : await this.#attempting.take(lane.free);
    if (room === 0) return;
    let started = 0;
    try {
      const claim = await this.#storing.run(() => this.#claim(accountId, room));
      if (!claim) return;
      for (const event of claim.events) {
        started++;
        const attempt = this.attempts.make(claim.endpoint, event, claim.lease, connections);
        lane.add(
          attempt.finally(() => {
            this.#attempting.giveBack(1);
          }),
        );
      }
    } finally {
      this.#attempting.giveBack(room - started);
    }
  }

  /** Null when there is no endpoint. */
  async #claim(accountId: string, room: number) {
    const endpoint = await this.endpoints.find(accountId);
    if (!endpoint) return null;
    const now = this.clock.now();
    const lease = new Date(now.getTime() + LEASE_MS);
    const events = await this.events.claim(accountId, now, lease, room);
    if (events.length < room) this.#wakeAt(accountId, await this.events.nextDue(accountId, now));
    return { endpoint, events, lease };
  }

  /** A timer for what is due soon: attempts are punctual, not as coarse as the sweep. */
  #wakeAt(accountId: string, due: Date | null): void {
    const waitMs = due ? due.getTime() - this.clock.nowMs() : Infinity;
    if (!due || waitMs > SOON_MS || this.#stopping) return;
    const known = this.#timers.get(accountId);
    if (known && known.dueMs <= due.getTime()) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(
      () => {
        this.#timers.delete(accountId);
        this.wake(accountId);
      },
      Math.max(1, waitMs),
    );
    timer.unref();
    this.#timers.set(accountId, { dueMs: due.getTime(), timer });
  }
}

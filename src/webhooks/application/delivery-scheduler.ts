import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { GroupCommit } from '../../platform/database/group-commit';
import { errorText } from '../../platform/logging';
import type { Connections } from '../../platform/outbound/connections';
import { EventScheduleRepository } from '../infrastructure/event-schedule.repository';
import { DeliveryClaims, type Claim } from './delivery-claims';
import type { FinishedAttempt } from './attempt-results';
import { DeliveryAttempts } from './delivery-attempts';
import { AccountDeliveries } from './account-deliveries';
import { DeliveryWaker } from './delivery-waker';
import { Semaphore } from '../../platform/semaphore';

/** The limit of this process: 100 hanging endpoints leave capacity for the others. */
const MAX_CONCURRENT_ATTEMPTS = 4_000;

/** Events due within this time get a timer; the sweep finds the rest. */
const TIMER_HORIZON_MS = 60_000;

/** Runs one worker per account with due events, so a slow endpoint delays no other account (R84). */
@Injectable()
export class DeliveryScheduler implements OnModuleDestroy, BeforeApplicationShutdown {
  readonly #logger = new Logger(DeliveryScheduler.name);
  readonly #accounts = new Map<
    string,
    { readonly deliveries: AccountDeliveries; readonly over: Promise<void> }
  >();
  readonly #timers = new Map<string, { readonly dueMs: number; readonly timer: NodeJS.Timeout }>();
  readonly #attempting = new Semaphore(MAX_CONCURRENT_ATTEMPTS);
  #stopping = false;
  #abandoned = false;
  #drained: Promise<void> | undefined;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly shared: GroupCommit,
    private readonly attempts: DeliveryAttempts,
    private readonly claims: DeliveryClaims,
    private readonly events: EventScheduleRepository,
    private readonly waker: DeliveryWaker,
  ) {
    if (config.dispatch) waker.use((accountId) => this.wake(accountId));
  }

  wake(accountId: string): void {
    if (this.#stopping || !this.config.dispatch) return;
    const known = this.#accounts.get(accountId);
    if (known) {
      known.deliveries.wake();
      return;
    }
    const deliveries = new AccountDeliveries();
    const connections = this.attempts.client.connections();
    const over = this.#run(accountId, deliveries, connections);
    this.#accounts.set(accountId, { deliveries, over });
  }

  onModuleDestroy(): void {
    this.#drained = this.#drain();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#drained;
  }

  /** Attempts in progress may use the drain time; after it, other processes repeat them when their lease expires. */
  async #drain(): Promise<void> {
    this.#stopping = true;
    this.waker.use(null);
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    const accounts = [...this.#accounts.values()];
    for (const { deliveries } of accounts) deliveries.close();
    const timer = setTimeout(() => {
      this.#abandoned = true;
      for (const { deliveries } of accounts) deliveries.close();
    }, this.config.drainMs);
    await Promise.all(accounts.map(({ over }) => over));
    clearTimeout(timer);
  }

  async #run(accountId: string, deliveries: AccountDeliveries, connections: Connections): Promise<void> {
    const store = (over: readonly FinishedAttempt[]) => this.#store(accountId, over);
    while (!deliveries.isIdle) {
      await deliveries.waitForChange();
      if (this.#abandoned) break;
      deliveries.store(store);
      this.#fill(accountId, deliveries, connections);
    }
    // Synchronous after the check of isIdle, so that a later wake-up creates a new worker.
    this.#accounts.delete(accountId);
    const stored = deliveries.storeLast(store);
    connections.close();
    await stored;
  }

  async #store(accountId: string, over: readonly FinishedAttempt[]): Promise<void> {
    try {
      const deliveries = await this.shared.run(accountId, accountId, () =>
        this.attempts.results.store(accountId, over),
      );
      const next = deliveries.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
      this.#wakeAt(accountId, next.sort((a, b) => a.getTime() - b.getTime())[0]);
    } catch (error) {
      // The attempts are made again when their lease has expired.
      this.#warn(error);
    }
  }

  #fill(accountId: string, deliveries: AccountDeliveries, connections: Connections): void {
    const { room } = deliveries;
    if (room === 0) return;
    const acquired = this.#attempting.tryAcquire(room);
    // A busy worker retries at its next change; an idle one would have none and must wait here.
    if (acquired === 0 && deliveries.isBusy) return;
    deliveries.claim(async () => {
      const most = acquired > 0 ? acquired : await this.#attempting.acquire(room);
      let claim: Claim | null = null;
      try {
        if (!this.#stopping)
          claim = await this.claims.claim(accountId, most, (endpoint) =>
            this.attempts.connect(endpoint, connections),
          );
      } catch (error) {
        this.#warn(error);
      }
      const begun = claim && !this.#abandoned ? this.#begin(claim, deliveries, connections) : 0;
      this.#attempting.release(most - begun);
      if (begun === most) return true;
      if (claim && !this.#stopping) this.#wakeAt(accountId, await this.#nextDue(accountId, claim.now));
      return false;
    });
  }

  #begin(
    { endpoint, events, lease }: Claim,
    deliveries: AccountDeliveries,
    connections: Connections,
  ): number {
    if (!endpoint) return 0;
    for (const event of events) {
      const attempt = this.attempts.make(endpoint, event, lease, connections).catch((error: unknown) => {
        this.#warn(error);
        throw error;
      });
      deliveries.add(attempt.finally(() => this.#attempting.release(1)));
    }
    return events.length;
  }

  async #nextDue(accountId: string, now: Date): Promise<Date | undefined> {
    try {
      return await this.events.nextDue(accountId, now);
    } catch (error) {
      // The sweep finds the events later.
      this.#warn(error);
      return undefined;
    }
  }

  /** Wakes for events due soon: the sweep alone would be too coarse. */
  #wakeAt(accountId: string, due: Date | undefined): void {
    const waitMs = due ? due.getTime() - this.clock.nowMs() : Infinity;
    if (!due || waitMs > TIMER_HORIZON_MS || this.#stopping) return;
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

  #warn(error: unknown): void {
    this.#logger.warn(`deliveries failed: ${errorText(error)}`);
  }
}

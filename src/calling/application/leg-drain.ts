import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { writeReference } from '../domain/leg-reference';
import { LegWatch } from './leg-watch';
import { OwnedLegs } from './owned-legs';

/** How long the carriers' reports of the ends are awaited after the hang-ups. */
const REPORT_TIMEOUT_MS = 3_000;
const POLL_INTERVAL_MS = 50;
const RENEW_INTERVAL_MS = 4_000;

const STOPPED = new Error('this process is stopping: the turn goes back to the queue');

/**
 * How a process with legs stops: from SIGTERM on it dials nothing, talks go on for the drain time, then what is left is
 * hung up, with a reason.
 */
@Injectable()
export class LegDrain {
  #draining = false;
  readonly #looks = new Set<Promise<unknown>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly legs: OwnedLegs,
    private readonly watch: LegWatch,
  ) {}

  /** True from SIGTERM on. */
  get draining(): boolean {
    return this.#draining;
  }

  /**
   * Runs a look at a queue, which may dial, in one transaction. When the process is stopped before its end, it is rolled
   * back.
   * @throws Error then, so that the reminder goes back to its queue, for another process
   */
  async look<T>(look: () => Promise<T>): Promise<T> {
    if (this.#draining) throw STOPPED;
    const looking = this.unitOfWork.run(async () => {
      const found = await look();
      if (this.#draining) throw STOPPED;
      return found;
    });
    this.#looks.add(looking);
    try {
      return await looking;
    } finally {
      this.#looks.delete(looking);
    }
  }

  /** Lets talks go on for at most `drainMs`, then hangs up. */
  async run(drainMs: number): Promise<void> {
    this.#draining = true;
    await this.#waitForEnds(drainMs);
    await Promise.all(this.legs.all().map((leg) => leg.carrier.hangUp(writeReference(leg))));
    await this.#waitForEnds(REPORT_TIMEOUT_MS);
  }

  async #waitForEnds(timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    let renewAt = performance.now();
    // A look that has just committed is about to dial.
    while (this.#looks.size + this.legs.count > 0 && performance.now() < until) {
      if (performance.now() >= renewAt) {
        renewAt = performance.now() + RENEW_INTERVAL_MS;
        // The sweeps have stopped; without a lease another process would take the legs over.
        await this.watch.renewLeases().catch(() => undefined);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }
}

import { Injectable } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { Config } from '../../platform/config/config';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { writeReference } from '../domain/leg-reference';
import { LegMonitor, RENEW_INTERVAL_MS } from './leg-monitor';
import { type ActiveLeg, ActiveLegs } from './active-legs';

/** How long the carriers' reports of the ends are awaited after the hang-ups. */
const REPORT_TIMEOUT_MS = 3_000;
const POLL_INTERVAL_MS = 50;

const STOPPED = new Error('this process is stopping: the turn goes back to the queue');

/** Stops dialing at SIGTERM. Talks continue for the drain time; the rest is then hung up, with a reason. */
@Injectable()
export class LegDrain {
  #draining = false;
  readonly #rounds = new Set<Promise<unknown>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly legs: ActiveLegs,
    private readonly monitor: LegMonitor,
    private readonly lines: CallingLines,
    private readonly config: Config,
  ) {}

  /** With DISPATCH=off this process dials nothing (R218). */
  get dispatches(): boolean {
    return this.config.dispatch;
  }

  get draining(): boolean {
    return this.#draining;
  }

  /**
   * Runs one round in a transaction, which is rolled back when the process begins to stop before its end.
   * @throws Error then, so that the reminder goes back to the queue for another process
   */
  async runRound<T>(round: () => Promise<T>): Promise<T> {
    if (this.#draining) throw STOPPED;
    const running = this.unitOfWork.run(async () => {
      const result = await round();
      if (this.#draining) throw STOPPED;
      return result;
    });
    this.#rounds.add(running);
    try {
      return await running;
    } finally {
      this.#rounds.delete(running);
    }
  }

  /** Lets talks go on for at most `drainMs`, then hangs up. */
  async run(drainMs: number): Promise<void> {
    this.#draining = true;
    await this.#waitForEnds(drainMs);
    const hungUp = new Set<string>();
    // Repeatedly: the commit of a round may have crossed the signal.
    const hangUpAll = async () => {
      const left = this.legs.all().filter((leg) => !hungUp.has(writeReference(leg)));
      for (const leg of left) hungUp.add(writeReference(leg));
      await Promise.all(left.map((leg) => this.#end(leg)));
    };
    await hangUpAll();
    await this.#waitForEnds(REPORT_TIMEOUT_MS, hangUpAll);
  }

  /** Hangs a leg up. One that continues without this process is recovered by another, at once. */
  async #end(leg: ActiveLeg): Promise<void> {
    const reference = writeReference(leg);
    if (await leg.carrier.detach(reference)) {
      this.legs.remove(leg);
      await this.lines.endLease(leg.callId);
    } else await leg.carrier.hangUp(reference);
  }

  async #waitForEnds(timeoutMs: number, meanwhile?: () => Promise<void>): Promise<void> {
    const until = performance.now() + timeoutMs;
    let renewAt = performance.now();
    // A round that has just committed is about to dial.
    while (this.#rounds.size + this.legs.count > 0 && performance.now() < until) {
      if (performance.now() >= renewAt) {
        renewAt = performance.now() + RENEW_INTERVAL_MS;
        // The sweeps have stopped; without a lease another process would recover the legs.
        await this.monitor.renewLeases().catch(() => undefined);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      await meanwhile?.();
    }
  }
}

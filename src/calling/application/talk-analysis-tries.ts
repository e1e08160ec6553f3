import { Logger } from '@nestjs/common';
import type { Clock } from '../../platform/clock';
import { errorText } from '../../platform/logging';

/** Timeout of one try. A process that is silent for longer is presumed dead. */
const TRY_TIMEOUT_MS = 30_000;
const LEASE_MS = TRY_TIMEOUT_MS + 5_000;

/** A call that this process alone may analyze for now. */
interface Claim {
  readonly call: { readonly id: string; readonly analysisAttempts: number };
}

/** Analyzes the talk of a call in tries, each at most once at a time. */
export abstract class TalkAnalysisTries<C extends Claim, Reading> {
  readonly #logger = new Logger(this.constructor.name);
  /** The name of a call in log lines. */
  protected abstract readonly noun: string;
  /** The waits between two tries. All tries fit into five minutes (R70). */
  protected abstract readonly waitsMs: readonly number[];

  constructor(protected readonly clock: Clock) {}

  /** Claims a try until `leaseUntil`; null when there is none to claim, or nothing to analyze. */
  protected abstract claim(callId: string, now: Date, leaseUntil: Date): Promise<C | null>;
  protected abstract read(claim: C, signal: AbortSignal): Promise<Reading>;
  /** Stores the result in one transaction; null: all tries failed. */
  protected abstract finish(claim: C, reading: Reading | null): Promise<void>;
  /** Schedules the next try. Returns milliseconds until it is to be queued; null leaves it to a sweep. */
  protected abstract delay(claim: C, began: Date, waitMs: number): Promise<number | null>;

  /** Runs one try, if one is due. Returns milliseconds until the next is to be queued, or null. */
  async analyse(callId: string): Promise<number | null> {
    const began = this.clock.now();
    const claim = await this.claim(callId, began, new Date(began.getTime() + LEASE_MS));
    if (!claim) return null;
    const { analysisAttempts } = claim.call;
    // Beyond the last, the earlier tries died with their process, perhaps because of this very talk, without a report.
    if (analysisAttempts <= this.waitsMs.length + 1) {
      try {
        await this.finish(claim, await this.read(claim, AbortSignal.timeout(TRY_TIMEOUT_MS)));
        return null;
      } catch (error) {
        const reason = errorText(error);
        this.#logger.warn(`${this.noun} ${callId}, analysis ${analysisAttempts}: ${reason}`);
        const waitMs = this.waitsMs[analysisAttempts - 1];
        if (waitMs !== undefined) return this.delay(claim, began, waitMs);
      }
    }
    await this.finish(claim, null);
    return null;
  }
}

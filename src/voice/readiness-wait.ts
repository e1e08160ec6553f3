import type { Timers } from '../platform/kernel/time/timers';
import { deferred } from '../platform/kernel/async/deferred';
import { withTimeout } from '../platform/kernel/time/timeout';

/** The caller rings at most this long until the agent is ready. */
const READY_TIMEOUT_MS = 3_000;

/** Waits for the agent's line on behalf of a caller. */
export class ReadinessWait {
  readonly #interrupted = deferred<false>();

  constructor(private readonly timers: Timers) {}

  /** Ends the wait for a caller that hung up, or at a shutdown; ends a later wait, too. */
  interrupt(): void {
    this.#interrupted.resolve(false);
  }

  inTime(ready: Promise<boolean>): Promise<boolean> {
    const isReady = Promise.race([ready, this.#interrupted.promise]);
    return withTimeout(READY_TIMEOUT_MS, isReady, () => false, this.timers);
  }
}

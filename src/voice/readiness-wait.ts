import type { Timers } from '../platform/timers';
import { deferred } from '../platform/kernel/async/deferred';

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
    let stop: () => void = () => undefined;
    const late = new Promise<false>((resolve) => {
      stop = this.timers.after(READY_TIMEOUT_MS, () => resolve(false));
    });
    return Promise.race([ready, late, this.#interrupted.promise]).finally(() => stop());
  }
}

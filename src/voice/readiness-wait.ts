import type { Timers } from '../platform/timers';

/** The caller rings at most this long until the agent is ready. */
const READY_TIMEOUT_MS = 3_000;

/** Waits for the agent's line on behalf of a caller. */
export class ReadinessWait {
  #interrupt: () => void = () => undefined;
  readonly #interrupted = new Promise<false>((resolve) => {
    this.#interrupt = () => resolve(false);
  });

  constructor(private readonly timers: Timers) {}

  /** Ends the wait for a caller that hung up, or at a shutdown; ends a later wait, too. */
  interrupt(): void {
    this.#interrupt();
  }

  inTime(ready: Promise<boolean>): Promise<boolean> {
    let stop: () => void = () => undefined;
    const late = new Promise<false>((resolve) => {
      stop = this.timers.after(READY_TIMEOUT_MS, () => resolve(false));
    });
    return Promise.race([ready, late, this.#interrupted]).finally(() => stop());
  }
}

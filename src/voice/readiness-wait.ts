import type { Timers } from '../platform/timers';

/** The caller's ringing lasts at most this time until the agent is ready. */
const READY_TIMEOUT_MS = 3_000;

/** The wait of a caller for the agent's line. */
export class ReadinessWait {
  #interrupt: () => void = () => undefined;
  readonly #interrupted = new Promise<false>((resolve) => {
    this.#interrupt = () => resolve(false);
  });

  constructor(private readonly timers: Timers) {}

  /** Ends the wait, also one that begins later: the caller has hung up, or the process stops. */
  interrupt(): void {
    this.#interrupt();
  }

  /** Whether the line is ready in time and without an interruption. */
  inTime(ready: Promise<boolean>): Promise<boolean> {
    let stop: () => void = () => undefined;
    const late = new Promise<false>((resolve) => {
      stop = this.timers.after(READY_TIMEOUT_MS, () => resolve(false));
    });
    return Promise.race([ready, late, this.#interrupted]).finally(() => stop());
  }
}

import type { Timers } from '../platform/timers';

/** Limit of a wait for a change, which is signalled at once. */
const MAX_WAIT_MS = 30_000;

/** Wakes the one who waits for a change of a line. */
export class ChangeSignal {
  #wake: () => void = () => undefined;

  constructor(private readonly timers: Timers) {}

  changed(): void {
    this.#wake();
  }

  /** Resolves at the next change, or after `timeoutMs`. */
  wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.timers.after(Math.min(MAX_WAIT_MS, Math.max(1, timeoutMs)), resolve);
      this.#wake = () => {
        stop();
        resolve();
      };
    });
  }
}

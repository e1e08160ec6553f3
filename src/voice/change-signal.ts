import type { Timers } from '../platform/kernel/time/timers';

/** A change is signalled at once. */
const MAX_WAIT_MS = 30_000;

/** Wakes the caller that waits for a change of a line. */
export class ChangeSignal {
  #wake: () => void = () => undefined;

  constructor(private readonly timers: Timers) {}

  notify(): void {
    this.#wake();
  }

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

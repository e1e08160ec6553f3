import type { Timers } from './kernel/time/timers';
import { throwTimeout, withTimeout } from './kernel/time/timeout';

/** Limits work that arrives in pieces: waits use the timeout up, and progress extends it. */
export class ProgressTimeout {
  #leftMs: number;

  /**
   * @param stallMs limit of waits without progress
   * @param totalMs limit of all waits together
   */
  constructor(
    private readonly timers: Timers,
    private readonly stallMs: number,
    private totalMs: number,
  ) {
    this.#leftMs = stallMs;
  }

  extend(ms: number): void {
    this.#leftMs = Math.min(this.stallMs, this.#leftMs + ms);
  }

  /** @throws DOMException (TimeoutError) when the timeout ends first */
  async wait<T>(promise: Promise<T>): Promise<T> {
    const beganMs = this.timers.now();
    try {
      const leftMs = Math.max(0, Math.min(this.#leftMs, this.totalMs));
      return await withTimeout(leftMs, promise, throwTimeout, this.timers);
    } finally {
      const waitedMs = this.timers.now() - beganMs;
      this.#leftMs -= waitedMs;
      this.totalMs -= waitedMs;
    }
  }
}

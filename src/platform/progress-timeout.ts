import type { Timers } from './timers';
import { within } from './within';

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
      return await within(this.timers, Math.max(0, Math.min(this.#leftMs, this.totalMs)), promise);
    } finally {
      const waitedMs = this.timers.now() - beganMs;
      this.#leftMs -= waitedMs;
      this.totalMs -= waitedMs;
    }
  }
}

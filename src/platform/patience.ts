import type { Timers } from './timers';
import { within } from './within';

/**
 * Waits for what comes piece by piece while it makes progress: each wait uses patience up, and progress gives it back, so
 * pieces with next to nothing in them last no longer than none.
 */
export class Patience {
  #leftMs: number;

  /**
   * @param pauseMs how long may be waited without progress
   * @param wholeMs how long may be waited in all
   */
  constructor(
    private readonly timers: Timers,
    private readonly pauseMs: number,
    private wholeMs: number,
  ) {
    this.#leftMs = pauseMs;
  }

  /** So much more may be waited. */
  progressed(ms: number): void {
    this.#leftMs = Math.min(this.pauseMs, this.#leftMs + ms);
  }

  /** @throws DOMException (TimeoutError) when patience is used up first */
  async wait<T>(promise: Promise<T>): Promise<T> {
    const beganMs = this.timers.now();
    try {
      return await within(this.timers, Math.max(0, Math.min(this.#leftMs, this.wholeMs)), promise);
    } finally {
      const waitedMs = this.timers.now() - beganMs;
      this.#leftMs -= waitedMs;
      this.wholeMs -= waitedMs;
    }
  }
}

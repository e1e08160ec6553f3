import { Injectable } from '@nestjs/common';

/** Errors of the clock above this are logged; a clock ahead by more is corrected backwards. */
export const CLOCK_TOLERANCE_MS = 2_000;

/** The database returns whole milliseconds, so up to this much more has passed. */
const RESOLUTION_MS = 1;

/**
 * Provides the database's time, so that due times, leases and days mean the same in every process.
 *
 * Reads the database's clock at the start, every minute and with every dispatch, and continues with its own monotonic
 * clock in between. The error is at most the duration of the fastest reading.
 *
 * The clock stands still when it is slightly ahead, and runs back beyond {@link CLOCK_TOLERANCE_MS}: a clock that
 * stands still for an hour would let no lease expire. While a host is suspended, its monotonic clock stands still.
 * The host's own clock shows that ({@link hostJumpMs}) but is not trusted: one set forward by a year looks the same.
 */
@Injectable()
export class Clock {
  /** The database's epoch milliseconds at the zero of the monotonic clock. */
  #epochAtZero = Date.now() - performance.now();
  #aheadOfHostMs = 0;
  #movedMs = 0;
  #shownMs = -Infinity;

  now(): Date {
    return new Date(this.nowMs());
  }

  /** In whole epoch milliseconds. Never decreases, unless the database's clock was set back. */
  nowMs(): number {
    this.#shownMs = Math.max(this.#shownMs, Math.floor(this.#exactMs + this.#movedMs));
    return this.#shownMs;
  }

  /** Upper bound of the current instant, in epoch milliseconds: includes a possible suspension of the host. */
  latestMs(): number {
    return this.nowMs() + Math.max(0, this.hostJumpMs);
  }

  /** In epoch milliseconds. Changes only when the database's clock corrects this one. */
  get epochAtZeroMs(): number {
    return this.#epochAtZero;
  }

  /** Milliseconds that the host's clock gained since startReading: a suspension, or a clock that was set. */
  get hostJumpMs(): number {
    return Math.round(Date.now() + this.#aheadOfHostMs - this.#exactMs);
  }

  /** Call the returned function with the time that the database returned. */
  startReading(): (databaseTime: Date) => void {
    const monotonicMs = performance.now();
    const hostMs = Date.now();
    return (databaseTime) => {
      // During a suspension of the host only its own clock advances.
      const elapsedMs = Math.max(performance.now() - monotonicMs, Date.now() - hostMs);
      const least = databaseTime.getTime();
      const most = least + RESOLUTION_MS + elapsedMs;
      this.#epochAtZero += within(least, this.#exactMs, most) - this.#exactMs;
      this.#aheadOfHostMs = within(this.#exactMs, Date.now() + this.#aheadOfHostMs, most) - Date.now();
      if (this.#shownMs - this.#exactMs - this.#movedMs > CLOCK_TOLERANCE_MS) this.#shownMs = -Infinity;
    };
  }

  /** Resolves with the host clock's error in milliseconds. */
  async synchronise(read: () => Promise<Date>): Promise<number> {
    const finishReading = this.startReading();
    finishReading(await read());
    return Math.round(Date.now() - this.#exactMs);
  }

  /** Moves the clock. Tests use it in place of sleeping. */
  advance(ms: number): void {
    this.#movedMs += ms;
  }

  get #exactMs(): number {
    return this.#epochAtZero + performance.now();
  }
}

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

import { Injectable } from '@nestjs/common';

/**
 * A clock further off than this, in milliseconds, is worth a warning; one that is further ahead was no error of
 * measurement.
 */
export const CLOCK_TOLERANCE_MS = 2_000;

/** The database tells its time in whole milliseconds: up to so much more has passed. */
const RESOLUTION_MS = 1;

/**
 * The one clock: the database's, so that due times, leases and days mean the same in every process.
 *
 * Each process looks at the database's clock at the start, every minute and with every dispatch, and counts on from there
 * with its own monotonic clock, so `now()` costs no query and never jumps with the host's clock. A look moves it as far as
 * it proves it wrong: what the database told was true at some instant between question and answer, so a look that waited
 * for a connection, or whose answer came late, proves little and changes nothing. After a look it is at most as wrong as
 * the quickest one took.
 *
 * It never goes back: a little ahead, it stands until the right time has come. Only when it is ahead by more than
 * {@link CLOCK_TOLERANCE_MS} the database's own clock was set back (or another server has taken over), and it follows:
 * time that stood for an hour would end no lease.
 *
 * While a host is suspended its monotonic clock stands still, so from its waking to the next look the clock is behind.
 * The host's own clock tells that ({@link hostJumpMs}), but is not believed: an administrator who sets it forward by a
 * year looks the same, and everything would be too old.
 */
@Injectable()
export class Clock {
  /** The database's epoch milliseconds at the zero of this process's monotonic clock. */
  #epochAtZero = Date.now() - performance.now();
  /** How far the database's clock is ahead of the host's own. */
  #aheadOfHostMs = 0;
  #movedMs = 0;
  #shownMs = -Infinity;

  /** The instant, in whole milliseconds. */
  now(): Date {
    return new Date(this.nowMs());
  }

  /** The instant as whole epoch milliseconds; never less than before, but for a database whose clock was set back. */
  nowMs(): number {
    this.#shownMs = Math.max(this.#shownMs, Math.floor(this.#exactMs + this.#movedMs));
    return this.#shownMs;
  }

  /** The latest instant that it may be, as epoch milliseconds: {@link nowMs}, and what the host may have been suspended. */
  latestMs(): number {
    return this.nowMs() + Math.max(0, this.hostJumpMs);
  }

  /**
   * Whole milliseconds by which the host's own clock has gone further than this one since the last look: it was suspended,
   * or its clock was set (then also negative).
   */
  get hostJumpMs(): number {
    return Math.round(Date.now() + this.#aheadOfHostMs - this.#exactMs);
  }

  /** Begins a look at the database's clock; what it returns takes the time that the database told meanwhile. */
  look(): (told: Date) => void {
    const monotonicMs = performance.now();
    const hostMs = Date.now();
    return (told) => {
      // A host that was suspended meanwhile took as long as its own clock says.
      const tookMs = Math.max(performance.now() - monotonicMs, Date.now() - hostMs);
      const least = told.getTime();
      const most = least + RESOLUTION_MS + tookMs;
      this.#epochAtZero += within(least, this.#exactMs, most) - this.#exactMs;
      this.#aheadOfHostMs = within(this.#exactMs, Date.now() + this.#aheadOfHostMs, most) - Date.now();
      if (this.#shownMs - this.#exactMs - this.#movedMs > CLOCK_TOLERANCE_MS) this.#shownMs = -Infinity;
    };
  }

  /** Looks at the database's clock, which `read` asks. Resolves with the host clock's error in milliseconds. */
  async synchronise(read: () => Promise<Date>): Promise<number> {
    const told = this.look();
    told(await read());
    return Math.round(Date.now() - this.#exactMs);
  }

  /** Moves the clock forward (tests never sleep). */
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

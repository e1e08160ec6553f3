import { Injectable } from '@nestjs/common';

/** A clock further off than this, in milliseconds, is worth a warning. */
export const CLOCK_TOLERANCE_MS = 2_000;

/**
 * The one clock: the database's, so that due times, leases and days mean the same in every process.
 *
 * Each process measures its distance to the database's clock at the start and every minute and adds it to its own
 * monotonic clock, so `now()` costs no query and never jumps with the host's clock.
 */
@Injectable()
export class Clock {
  /** The database's epoch milliseconds at the zero of this process's monotonic clock. */
  #epochAtZero = Date.now() - performance.now();
  #movedMs = 0;

  /** The instant, in whole milliseconds. */
  now(): Date {
    return new Date(this.nowMs());
  }

  /** The instant as whole epoch milliseconds. */
  nowMs(): number {
    return Math.floor(this.#epochAtZero + performance.now() + this.#movedMs);
  }

  /** Takes the database's time as measured by `read`. Resolves with the host clock's error in milliseconds. */
  async synchronise(read: () => Promise<Date>): Promise<number> {
    const before = performance.now();
    const databaseNow = await read();
    const middle = (before + performance.now()) / 2;
    this.#epochAtZero = databaseNow.getTime() - middle;
    return Math.round(Date.now() - (this.#epochAtZero + performance.now()));
  }

  /** Moves the clock forward (tests never sleep). */
  advance(ms: number): void {
    this.#movedMs += ms;
  }
}

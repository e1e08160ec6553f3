import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from './clock';
import { Config } from './config/config';
import { DAY_MS } from './kernel/time/durations';

/** Rows of one statement; bounds the time of its locks. */
const BATCH_SIZE = 5_000;

/** A backlog uses a quarter of one connection. */
const PAUSES_PER_PIECE = 3;

/** Returns the number of removed rows, at most `limit`. */
type Forget = (before: Date, limit: number) => Promise<number>;

/** Removes what is older than RETENTION_DAYS, in pieces. Off unless it is set. */
@Injectable()
export class Retention {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async run(forget: Forget): Promise<void> {
    const { retentionDays } = this.config;
    if (retentionDays !== null) await this.after(retentionDays, forget);
  }

  /** Forgets rows that have a retention time of their own. */
  async after(days: number, forget: Forget): Promise<void> {
    const before = new Date(this.clock.nowMs() - days * DAY_MS);
    for (;;) {
      const begin = performance.now();
      if ((await forget(before, BATCH_SIZE)) < BATCH_SIZE) return;
      await wait(PAUSES_PER_PIECE * (performance.now() - begin), undefined, { ref: false });
    }
  }
}

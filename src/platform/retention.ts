import { Inject, Injectable } from '@nestjs/common';
import { Clock } from './clock';
import type { Config } from './config';
import { CONFIG } from './config.token';

const DAY_MS = 86_400_000;

/** Rows deleted by one statement; bounds how long it holds locks. */
const BATCH_SIZE = 5_000;

/** Removes what is older than RETENTION_DAYS, in pieces. Off unless it is set. */
@Injectable()
export class Retention {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Calls `forget` until a piece is not full; never if RETENTION_DAYS is not set. */
  async run(forget: (before: Date, limit: number) => Promise<number>): Promise<void> {
    const { retentionDays } = this.config;
    if (retentionDays === null) return;
    const before = new Date(this.clock.nowMs() - retentionDays * DAY_MS);
    while ((await forget(before, BATCH_SIZE)) >= BATCH_SIZE);
  }
}

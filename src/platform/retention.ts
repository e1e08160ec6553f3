import { Inject, Injectable } from '@nestjs/common';
import { Clock } from './clock';
import type { Config } from './config';
import { CONFIG } from './config.token';

const DAY_MS = 86_400_000;

/** Rows that one statement forgets: few enough that nobody waits for it. */
const AT_ONCE = 5_000;

/** RETENTION_DAYS: what is older is forgotten, piece by piece. Off unless it is set. */
@Injectable()
export class Retention {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Calls `forget` until it finds less than a whole piece; never while RETENTION_DAYS is not set. */
  async run(forget: (before: Date, limit: number) => Promise<number>): Promise<void> {
    const { retentionDays } = this.config;
    if (retentionDays === null) return;
    const before = new Date(this.clock.nowMs() - retentionDays * DAY_MS);
    while ((await forget(before, AT_ONCE)) >= AT_ONCE);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';
import { TalkRepository } from '../infrastructure/talk.repository';
import { TimelineRepository } from '../infrastructure/timeline.repository';

const DAY_MS = 86_400_000;
const AT_ONCE = 5_000;

/** Forgets what is older than RETENTION_DAYS, in pieces; calls, outcomes and the ledger stay. Off unless it is set. */
@Injectable()
export class CallRetention {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly talks: TalkRepository,
    private readonly timeline: TimelineRepository,
  ) {}

  async run(): Promise<void> {
    if (this.config.retentionDays === null) return;
    const before = new Date(this.clock.nowMs() - this.config.retentionDays * DAY_MS);
    await this.talks.forgetTurns(before, AT_ONCE);
    await this.timeline.forget(before, AT_ONCE);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';
import { TalkRepository } from '../infrastructure/talk.repository';
import { TimelineRepository } from '../infrastructure/timeline.repository';
import { CallRecordings } from './call-recordings';

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
    private readonly recordings: CallRecordings,
  ) {}

  async run(): Promise<void> {
    if (this.config.retentionDays === null) return;
    const before = new Date(this.clock.nowMs() - this.config.retentionDays * DAY_MS);
    const talks = await this.talks.withTurns(before, AT_ONCE);
    // The recordings first: as long as a transcript is there, a call is found here again.
    await this.recordings.forget(talks);
    await this.talks.forgetTurns(talks);
    await this.timeline.forget(before, AT_ONCE);
  }
}

import { Injectable } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { removeOldTalks } from '../../calling';
import { Retention } from '../../platform/retention';
import { TalkRepository } from '../infrastructure/talk.repository';
import { TimelineRepository } from '../infrastructure/timeline.repository';
import { CallRecordings } from './call-recordings';

/** Removes transcripts, recordings and timelines older than RETENTION_DAYS; calls, outcomes and the ledger stay. */
@Injectable()
export class CallRetention {
  constructor(
    private readonly retention: Retention,
    private readonly talks: TalkRepository,
    private readonly timeline: TimelineRepository,
    private readonly recordings: CallRecordings,
    private readonly lines: CallingLines,
  ) {}

  async run(): Promise<void> {
    await removeOldTalks(this.retention, this.talks, this.recordings);
    await this.retention.run((before, limit) => this.timeline.forget(before, limit));
    await this.retention.run((before, limit) => this.lines.forgetAccountHolds(before, limit));
  }
}

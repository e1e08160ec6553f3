import { Injectable } from '@nestjs/common';
import { removeOldTalks } from '../../calling';
import { Retention } from '../../platform/retention';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { HumanCallRecordings } from './human-call-recordings';

/** Removes recordings and transcripts older than RETENTION_DAYS; analyses stay. */
@Injectable()
export class HumanCallRetention {
  constructor(
    private readonly retention: Retention,
    private readonly talks: HumanTalkRepository,
    private readonly recordings: HumanCallRecordings,
  ) {}

  async run(): Promise<void> {
    await removeOldTalks(this.retention, this.talks, this.recordings);
  }
}

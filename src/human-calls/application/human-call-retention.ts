import { Injectable } from '@nestjs/common';
import { Retention } from '../../platform/retention';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { HumanCallRecordings } from './human-call-recordings';

/** Forgets recordings and transcripts that are older than RETENTION_DAYS; what was found out stays. */
@Injectable()
export class HumanCallRetention {
  constructor(
    private readonly retention: Retention,
    private readonly talks: HumanTalkRepository,
    private readonly recordings: HumanCallRecordings,
  ) {}

  async run(): Promise<void> {
    await this.retention.run(async (before, limit) => {
      const talks = await this.talks.withTurns(before, limit);
      // The recordings first: as long as a transcript is there, a call is found here again.
      await this.recordings.forget(talks);
      await this.talks.forgetTurns(talks);
      return talks.length;
    });
  }
}

import { Injectable } from '@nestjs/common';
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
    await this.retention.run(async (before, limit) => {
      const calls = await this.talks.withTranscript(before, limit);
      await this.talks.awaitNoRecording(calls);
      // Recordings first: calls are found by their transcripts, so after a crash the next run finds this one again.
      await this.recordings.forget(calls);
      await this.talks.clearTranscript(calls);
      return calls.length;
    });
  }
}

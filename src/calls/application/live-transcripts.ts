import { Injectable } from '@nestjs/common';
import { ActiveLegs } from '../../calling';
import { TalkRepository } from '../infrastructure/talk.repository';

/** Stores the transcripts of talks that go on in this process, so that a crash loses little. */
@Injectable()
export class LiveTranscripts {
  constructor(
    private readonly legs: ActiveLegs,
    private readonly talks: TalkRepository,
  ) {}

  async store(): Promise<void> {
    for (const leg of this.legs.all()) {
      const { callId, turns, unstored } = leg;
      if (unstored.length === 0) continue;
      await this.talks.addTurns(callId, turns.length - unstored.length, unstored);
      leg.unstored = leg.unstored.slice(unstored.length);
    }
  }
}

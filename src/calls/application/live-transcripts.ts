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
      if (leg.turns.length === leg.storedTurns) continue;
      const { turns } = leg;
      await this.talks.storeTurns(leg.callId, turns);
      leg.storedTurns = turns.length;
    }
  }
}

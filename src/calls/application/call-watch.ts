import { Injectable } from '@nestjs/common';
import { DoNotCallList } from '../../accounts';
import { OwnedLegs } from '../../calling';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { CallRepository } from '../infrastructure/call.repository';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallFinisher } from './call-finisher';

const AT_ONCE = 100;

/** Of the list only what is new is looked at; a call to an older entry is found when it is due. */
const LISTED_LATELY_MS = 3_600_000;

/** Looks after calls that waited too long or may not be dialed any more, and stores transcripts of talks that go on. */
@Injectable()
export class CallWatch {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly calls: CallRepository,
    private readonly due: DueCallsRepository,
    private readonly talks: TalkRepository,
    private readonly finisher: CallFinisher,
    private readonly legs: OwnedLegs,
  ) {}

  /** Ends waiting calls that were not dialed in time. */
  async expire(): Promise<void> {
    for (let found = AT_ONCE; found === AT_ONCE;) {
      // Looked for every second, found seldom: without a transaction. The lock sees whether they still wait.
      const ids = await this.due.expired(this.clock.now(), AT_ONCE);
      if (ids.length === 0) return;
      found = await this.unitOfWork.run(async () => {
        const calls = await this.calls.lockQueued(ids);
        for (const call of calls) call.expire(this.clock.now());
        await this.finisher.store(calls);
        return calls.length;
      });
    }
  }

  /** "It can never be dialed (number now on the do-not-call list)": told at once, not when the call would be due. */
  async giveUpListed(accountId: string): Promise<void> {
    for (let found = AT_ONCE; found === AT_ONCE;) {
      found = await this.unitOfWork.run(async () => {
        const now = this.clock.now();
        const listedAfter = new Date(now.getTime() - LISTED_LATELY_MS);
        const calls = await this.calls.lockListed(accountId, listedAfter, AT_ONCE);
        for (const call of calls) call.giveUp(DoNotCallList.REASON, now);
        await this.finisher.store(calls);
        return calls.length;
      });
    }
  }

  /** Keeps the transcripts so far of talks that go on, so that a crash loses little of them. */
  async keepTranscripts(): Promise<void> {
    for (const leg of this.legs.all()) {
      if (leg.turns.length === leg.storedTurns) continue;
      const { turns } = leg;
      await this.talks.keepTurns(leg.callId, turns);
      leg.storedTurns = turns.length;
    }
  }
}

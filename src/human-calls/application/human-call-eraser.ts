import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { type Contact, type Eraser, Erasers, type Erasure } from '../../platform/erasure/erasers';
import { HumanErasureRepository } from '../infrastructure/human-erasure.repository';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanCallFinisher } from './human-call-finisher';

/** Erases a contact from human calls: name, number, transcript and the counsellor's note. Times and charges stay. */
@Injectable()
export class HumanCallEraser implements Eraser, OnModuleInit {
  constructor(
    private readonly erasers: Erasers,
    private readonly clock: Clock,
    private readonly calls: HumanCallRepository,
    private readonly rows: HumanErasureRepository,
    private readonly finisher: HumanCallFinisher,
  ) {}

  onModuleInit(): void {
    this.erasers.register('human calls', this);
  }

  find({ accountId, phoneNumber }: Contact) {
    return this.rows.find(accountId, phoneNumber);
  }

  async erase({ callIds, alias }: Erasure) {
    return {
      human_calls: await this.rows.rename(callIds, alias),
      human_transcripts: await this.rows.removeTalks(callIds),
    };
  }

  async cancelWaiting({ accountId, callIds }: Erasure) {
    const waiting = (await this.calls.lockQueued(callIds)).filter((call) =>
      call.cancel('Canceled: the data of this contact was erased.', this.clock.now()),
    );
    await this.finisher.storeUnqueued(accountId, waiting);
    return { human_calls_canceled: waiting.length };
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { type Contact, type Eraser, Erasers, type Erasure } from '../../platform/erasure/erasers';
import { CallRepository } from '../infrastructure/call.repository';
import { ErasureRepository } from '../infrastructure/erasure.repository';
import { CallFinisher } from './call-finisher';

/** Erases a contact from AI calls: name, number, transcript, outcome and timeline. Times and charges stay. */
@Injectable()
export class CallEraser implements Eraser, OnModuleInit {
  constructor(
    private readonly erasers: Erasers,
    private readonly clock: Clock,
    private readonly calls: CallRepository,
    private readonly rows: ErasureRepository,
    private readonly finisher: CallFinisher,
  ) {}

  onModuleInit(): void {
    this.erasers.register('calls', this);
  }

  find({ accountId, phoneNumber }: Contact) {
    return this.rows.find(accountId, phoneNumber);
  }

  async erase({ callIds, alias }: Erasure) {
    return {
      calls: await this.rows.rename(callIds, alias),
      transcripts: await this.rows.emptyTalks(callIds),
      timeline_entries: await this.rows.forgetTimeline(callIds),
    };
  }

  async cancelWaiting({ callIds }: Erasure) {
    const waiting = (await this.calls.lock(callIds)).filter((call) =>
      call.cancel('Canceled: the data of this contact was erased.', this.clock.now()),
    );
    await this.finisher.store(waiting);
    return { calls_canceled: waiting.length };
  }
}

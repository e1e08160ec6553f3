import { Injectable } from '@nestjs/common';
import { ContactEraser } from '../../calling';
import { Clock } from '../../platform/clock';
import { Erasers, type Erasure } from '../../platform/erasure/erasers';
import type { Call } from '../domain/call';
import { CallRepository } from '../infrastructure/call.repository';
import { ErasureRepository } from '../infrastructure/erasure.repository';
import { CallFinisher } from './call-finisher';

/** Erases a contact from AI calls: name, number, transcript, outcome and timeline. */
@Injectable()
export class CallEraser extends ContactEraser<Call> {
  protected override readonly subject = 'calls';
  protected override readonly canceledCount = 'calls_canceled';

  constructor(
    erasers: Erasers,
    clock: Clock,
    protected override readonly rows: ErasureRepository,
    private readonly calls: CallRepository,
    private readonly finisher: CallFinisher,
  ) {
    super(erasers, clock);
  }

  override async erase({ callIds, alias }: Erasure) {
    return {
      calls: await this.rows.rename(callIds, alias),
      transcripts: await this.rows.emptyTalks(callIds),
      timeline_entries: await this.rows.forgetTimeline(callIds),
    };
  }

  protected override lockWaiting(callIds: readonly string[]): Promise<Call[]> {
    return this.calls.lock(callIds);
  }

  protected override store(_accountId: string, canceled: readonly Call[]): Promise<void> {
    return this.finisher.store(canceled);
  }
}

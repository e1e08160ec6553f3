import { Injectable } from '@nestjs/common';
import { ContactEraser } from '../../calling';
import { Clock } from '../../platform/clock';
import { Erasers, type Erasure } from '../../platform/erasure/erasers';
import type { HumanCall } from '../domain/human-call';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanErasureRepository } from '../infrastructure/human-erasure.repository';
import { HumanCallFinisher } from './human-call-finisher';

/** Erases a contact from human calls: name, number, transcript and the counsellor's note. */
@Injectable()
export class HumanCallEraser extends ContactEraser<HumanCall> {
  protected override readonly subject = 'human calls';
  protected override readonly canceledCount = 'human_calls_canceled';

  constructor(
    erasers: Erasers,
    clock: Clock,
    protected override readonly rows: HumanErasureRepository,
    private readonly humanCalls: HumanCallRepository,
    private readonly finisher: HumanCallFinisher,
  ) {
    super(erasers, clock);
  }

  override async erase({ callIds, alias }: Erasure) {
    const renamed = await this.rows.rename(callIds, alias);
    return { human_calls: renamed, human_transcripts: await this.rows.removeTalks(callIds) };
  }

  protected override lockWaiting(callIds: readonly string[]): Promise<HumanCall[]> {
    return this.humanCalls.lockQueued(callIds);
  }

  protected override store(accountId: string, canceled: readonly HumanCall[]): Promise<void> {
    return this.finisher.storeUnqueued(accountId, canceled);
  }
}

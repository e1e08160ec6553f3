import { Injectable } from '@nestjs/common';
import { WaitingHumanCalls } from '../../counsellors';
import { Clock } from '../../platform/clock';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanCallFinisher } from './human-call-finisher';

/** Cancels the human calls that wait for a counsellor, in the transaction that deactivates the counsellor. */
@Injectable()
export class CounsellorWaitingCalls extends WaitingHumanCalls {
  constructor(
    private readonly clock: Clock,
    private readonly calls: HumanCallRepository,
    private readonly finisher: HumanCallFinisher,
  ) {
    super();
  }

  override async cancelOf(accountId: string, counsellorId: string): Promise<number> {
    const calls = await this.calls.lockWaitingOf(accountId, counsellorId);
    for (const call of calls) call.cancel('Canceled: the counsellor was deactivated.', this.clock.now());
    await this.finisher.storeUnqueued(accountId, calls);
    return calls.length;
  }
}

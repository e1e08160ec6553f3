import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanCallFinisher } from './human-call-finisher';

const REASON = 'Canceled by the operator.';

/** Human calls that wait in a restored database, and may have been dialed after its backup. */
@Injectable()
export class RestoredHumanCalls {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly calls: HumanCallRepository,
    private readonly finisher: HumanCallFinisher,
  ) {}

  /** Cancels what waits and was created before an instant, account by account. Resolves with the number. */
  async cancel(createdBefore: Date, accountId: string | null): Promise<number> {
    let canceled = 0;
    const accounts = accountId === null ? await this.calls.accountsWithWaiting() : [accountId];
    for (const account of accounts) {
      canceled += await this.unitOfWork.run(async () => {
        const calls = await this.calls.lockWaitingBefore(account, createdBefore);
        for (const call of calls) call.cancel(REASON, this.clock.now());
        await this.finisher.storeUnqueued(account, calls);
        return calls.length;
      });
    }
    return canceled;
  }
}

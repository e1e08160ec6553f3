import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallFinisher } from '../call-finisher';

/** Calls canceled in one transaction. It bounds how long their row locks block others. */
const SET_SIZE = 500;

const REASON = 'Canceled by the operator.';

/** Calls that wait in a restored database, and may have been dialed after its backup. */
@Injectable()
export class RestoredCalls {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly calls: CallRepository,
    private readonly finisher: CallFinisher,
  ) {}

  /**
   * Cancels what waits and was created before an instant, set by set, with its events. Resolves with the number.
   * @param accountId null: of all accounts
   */
  async cancel(createdBefore: Date, accountId: string | null): Promise<number> {
    let canceled = 0;
    for (let found = SET_SIZE; found === SET_SIZE; canceled += found) {
      found = await this.unitOfWork.run(async () => {
        const calls = await this.calls.lockWaitingBefore(createdBefore, accountId, SET_SIZE);
        for (const call of calls) call.cancel(REASON, this.clock.now());
        await this.finisher.store(calls);
        return calls.length;
      });
    }
    return canceled;
  }
}

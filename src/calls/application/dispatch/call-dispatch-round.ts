import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../../calling';
import { type CallRoundResult, type RoundRequest, RoundState, type Step } from './round-state';
import { AdmitCalls } from './steps/admit-calls';
import { CheckAccount } from './steps/check-account';
import { LockCapacity } from './steps/lock-capacity';
import { RejectUndialable } from './steps/reject-undialable';
import { SelectDueCalls } from './steps/select-due-calls';
import { SettleAccountHold } from './steps/settle-account-hold';

/** Dials due calls of an account, in one transaction and in the lock order. */
@Injectable()
export class CallDispatchRound {
  readonly #steps: readonly Step[];

  constructor(
    private readonly lock: LockAccount,
    check: CheckAccount,
    capacity: LockCapacity,
    due: SelectDueCalls,
    candidates: RejectUndialable,
    admit: AdmitCalls,
    settle: SettleAccountHold,
  ) {
    this.#steps = [check, capacity, due, candidates, admit, settle];
  }

  async run(request: RoundRequest): Promise<CallRoundResult> {
    const round = new RoundState(request);
    round.locked = await this.lock.lock(request.accountId);
    for (const step of this.#steps) {
      const result = await step.run(round);
      if (result) return result;
    }
    return round.result(null);
  }
}

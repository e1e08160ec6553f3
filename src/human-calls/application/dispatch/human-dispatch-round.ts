import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../../calling';
import {
  type HumanRoundRequest,
  type HumanRoundResult,
  HumanRoundState,
  type HumanStep,
} from './human-round-state';
import { AdmitHumanCalls } from './steps/admit-human-calls';
import { LockHumanCapacity } from './steps/lock-human-capacity';
import { SelectWaitingCalls } from './steps/select-waiting-calls';
import { SettleWaits } from './steps/settle-waits';

/** Dials waiting human calls of an account, oldest first, in one transaction and in the lock order. */
@Injectable()
export class HumanDispatchRound {
  readonly #steps: readonly HumanStep[];

  constructor(
    private readonly lock: LockAccount,
    capacity: LockHumanCapacity,
    waiting: SelectWaitingCalls,
    admit: AdmitHumanCalls,
    private readonly settle: SettleWaits,
  ) {
    this.#steps = [capacity, waiting, admit];
  }

  async run(request: HumanRoundRequest): Promise<HumanRoundResult> {
    const round = new HumanRoundState(request);
    round.locked = await this.lock.lock(request.accountId);
    for (const step of this.#steps) {
      const result = await step.run(round);
      if (result) return result;
    }
    return this.settle.run(round);
  }
}

import { Injectable } from '@nestjs/common';
import { HumanCallRepository } from '../../../infrastructure/human-call.repository';
import { HumanCallEligibility, MAX_WAIT_MS } from '../human-call-eligibility';
import type { HumanRoundState, HumanStep } from '../human-round-state';

/** Waiting calls in one round. A person waits for each, so there are few. */
const BATCH_SIZE = 200;

/** Locks the waiting calls, oldest first, and ends those that can never be dialed. */
@Injectable()
export class SelectWaitingCalls implements HumanStep {
  constructor(
    private readonly calls: HumanCallRepository,
    private readonly eligibility: HumanCallEligibility,
  ) {}

  async run(round: HumanRoundState): Promise<undefined> {
    const { account, now } = round.locked;
    const tooOldBefore = new Date(now.getTime() - MAX_WAIT_MS);
    round.waiting = await this.calls.lockWaiting(account.id, tooOldBefore, BATCH_SIZE);
    const ready = await this.eligibility.select(account, round.waiting, round.carrier);
    const blocker = round.trunks?.blocker;
    if (blocker?.kind === 'refused')
      for (const { call } of ready) call.fail(`The carrier refused: ${blocker.reason}`, now);
    else round.ready = ready;
  }
}

import { Injectable } from '@nestjs/common';
import { Carriers } from '../../../../carriers';
import { DialCandidates } from '../dial-candidates';
import type { RoundState, Step } from '../round-state';

/** Carrier of test calls (R15). */
const TEST_CARRIER = 'simulator';

/** Locks agents, then calls, and ends the calls that can never be dialed. */
@Injectable()
export class RejectUndialable implements Step {
  constructor(
    private readonly carriers: Carriers,
    private readonly candidates: DialCandidates,
  ) {}

  async run(round: RoundState): Promise<undefined> {
    const { account, now } = round.locked;
    const blocker = round.trunks?.blocker;
    round.candidates = await this.candidates.lock(round.due, {
      account,
      carrier: this.carriers.find(round.request.test ? TEST_CARRIER : account.carrier),
      isOverTrunks: round.request.trunkTurn !== null,
      refusal: blocker ? `The carrier refused: ${blocker.reason}` : null,
      now,
    });
  }
}

import { Injectable } from '@nestjs/common';
import { CallingRules } from '../../../../accounts';
import { Carriers } from '../../../../carriers';
import { AccountHolds } from '../account-holds';
import type { CallRoundResult, RoundState, Step } from '../round-state';

/** Ends the round when another kind of process dials this account, or when its hours or daily limit hold it. */
@Injectable()
export class CheckAccount implements Step {
  constructor(
    private readonly carriers: Carriers,
    private readonly holds: AccountHolds,
  ) {}

  async run(round: RoundState): Promise<CallRoundResult | undefined> {
    const { accountId, test, trunkTurn } = round.request;
    if (test) return undefined;
    const { standing, account, rules, now } = round.locked;
    if ((this.carriers.of(account)?.can.overTrunks ?? false) !== (trunkTurn !== null)) {
      // The event that woke this process may have ended a hold of the account.
      if (!trunkTurn && standing.onHold) await this.holds.wakeTrunkQueues(accountId);
      return { kind: 'other_process' };
    }
    round.dialedToday = await standing.dialedToday(rules.policy);
    const hold = rules.accountHold(round.dialedToday, now);
    if (!hold) return undefined;
    await this.holds.hold(accountId, hold.rule, CallingRules.isEndless(hold) ? null : hold.until);
    return { kind: 'all_held' };
  }
}

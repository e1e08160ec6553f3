import { Injectable } from '@nestjs/common';
import { CallingRules } from '../../../../accounts';
import { Carriers } from '../../../../carriers';
import { AccountHolds } from '../account-holds';
import type { CallRoundResult, RoundState, Step } from '../round-state';

/** Ends the round when another kind of process dials this account, or when its hours or daily limit put it on hold. */
@Injectable()
export class CheckAccount implements Step {
  constructor(
    private readonly carriers: Carriers,
    private readonly accountHolds: AccountHolds,
  ) {}

  async run(round: RoundState): Promise<CallRoundResult | undefined> {
    const { accountId, test, trunkTurn } = round.request;
    if (test) return undefined;
    const { standing, account, rules, now } = round.locked;
    if ((this.carriers.of(account)?.capabilities.overTrunks ?? false) !== (trunkTurn !== null)) {
      // The event that woke this process may have ended the account hold.
      if (!trunkTurn && standing.onHold) await this.accountHolds.wakeTrunkQueues(accountId);
      return { kind: 'other_process' };
    }
    round.dialedToday = await standing.dialedToday(rules.policy);
    const accountHold = rules.accountHold(round.dialedToday, now);
    if (!accountHold) return undefined;
    await this.accountHolds.set(
      accountId,
      accountHold.rule,
      CallingRules.isEndless(accountHold) ? null : accountHold.until,
    );
    return { kind: 'all_held' };
  }
}

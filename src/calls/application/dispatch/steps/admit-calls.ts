import { Injectable } from '@nestjs/common';
import { spokenNotice } from '../../../../accounts';
import { CallAdmission } from '../call-admission';
import { DialEligibility } from '../dial-eligibility';
import type { RoundState, Step } from '../round-state';

/** Applies the rules of numbers, then gives calls streams, credits, lines and channels, in queue order. */
@Injectable()
export class AdmitCalls implements Step {
  constructor(
    private readonly eligibility: DialEligibility,
    private readonly admission: CallAdmission,
  ) {}

  async run(round: RoundState): Promise<undefined> {
    const { accountId, test } = round.request;
    const { account, rules, now } = round.locked;
    const { possible, agents, carrier } = round.candidates;
    round.dialable = test
      ? possible
      : await this.eligibility.selectDialable(accountId, rules, round.dialedToday, possible, now);
    const { orders, hasShortage } = round.streams.choose(
      round.dialable,
      ({ state: { agentId } }) => agents.get(agentId),
      round.capacity,
    );
    round.chosen = [...orders.keys()];
    round.hasStreamShortage = hasShortage;
    if (!carrier) return;
    round.dials = await this.admission.dial(
      {
        accountId,
        carrier,
        rules,
        test,
        agents,
        now,
        trunks: round.trunks,
        record: account.recording,
        accountName: account.name,
        notice: spokenNotice(account),
        countries: account.countries,
      },
      round.chosen,
      orders,
    );
  }
}

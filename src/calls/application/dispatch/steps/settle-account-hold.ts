import { Injectable } from '@nestjs/common';
import { Credits } from '../../../../credits';
import { NO_FREE_CHANNEL, NO_FREE_SPEECH } from '../../../../trunks';
import { DueCallsRepository } from '../../../infrastructure/due-calls.repository';
import { CallFinisher } from '../../call-finisher';
import { AccountHolds } from '../account-holds';
import type { CallRoundResult, RoundState, Step } from '../round-state';

/** Stores the calls, sets or ends the account's hold, and plans the next round. */
@Injectable()
export class SettleAccountHold implements Step {
  constructor(
    private readonly finisher: CallFinisher,
    private readonly credits: Credits,
    private readonly dueCalls: DueCallsRepository,
    private readonly accountHolds: AccountHolds,
  ) {}

  async run(round: RoundState): Promise<CallRoundResult> {
    await this.finisher.store(changedCalls(round));
    const { accountId, test, affordableAgents, previousMostlyOnHold } = round.request;
    if (round.dials.length < round.chosen.length) return this.#withoutCredits(round);
    if (round.hasStreamShortage && round.chosen.length === 0 && previousMostlyOnHold) {
      await this.accountHolds.setForTrunk(accountId, NO_FREE_SPEECH);
      return round.result(null);
    }
    if (await this.#needsAnotherChannel(round))
      await this.accountHolds.setForTrunk(accountId, NO_FREE_CHANNEL);
    else if (!test && !affordableAgents && round.locked.standing.onHold)
      await this.accountHolds.end(accountId);
    if (round.candidates.calls.length === 0) return round.result(null);
    return round.result({ ...round.request, previousMostlyOnHold: round.chosen.length < round.capacity });
  }

  /** Credits ran out for some agents. Calls of cheaper agents continue (R43). */
  async #withoutCredits(round: RoundState): Promise<CallRoundResult> {
    const { accountId, test } = round.request;
    const affordableAgents = await this.#affordableAgents(accountId);
    if (affordableAgents.length > 0)
      return round.result({ ...round.request, previousMostlyOnHold: false, affordableAgents });
    if (!test) await this.accountHolds.set(accountId, 'insufficient_credits', null);
    return round.result(null);
  }

  async #needsAnotherChannel({ request, locked, trunks, dials }: RoundState): Promise<boolean> {
    if (!trunks || dials.length === 0) return false;
    return this.dueCalls.isAnyDue(request.accountId, request.test, locked.now);
  }

  async #affordableAgents(accountId: string): Promise<string[]> {
    const { available, rates } = await this.credits.standing(accountId);
    const engines = Object.entries(rates.aiCall).filter(([, price]) => price <= available);
    if (engines.length === 0) return [];
    return this.dueCalls.agentsWith(
      accountId,
      engines.map(([engine]) => engine),
    );
  }
}

function changedCalls({ candidates, dialable, dials }: RoundState) {
  const dialed = new Set(dials.map(({ call }) => call.id));
  const unchanged = new Set(dialable.filter(({ state }) => !dialed.has(state.id)));
  return candidates.calls.filter((call) => !unchanged.has(call));
}

import { Injectable } from '@nestjs/common';
import { DueCallsRepository } from '../../../infrastructure/due-calls.repository';
import { AccountHolds } from '../account-holds';
import type { CallRoundResult, RoundState, Step } from '../round-state';

/** Candidates in one transaction while most of them are on hold; the free lines then do not bound it. */
const MAX_CANDIDATES_PER_ROUND = 200;

/** Selects due calls. Without any, or without a free line, ends the round and sets or ends the account's hold. */
@Injectable()
export class SelectDueCalls implements Step {
  constructor(
    private readonly dueCalls: DueCallsRepository,
    private readonly accountHolds: AccountHolds,
  ) {}

  async run(round: RoundState): Promise<CallRoundResult | undefined> {
    const { accountId, test, previousMostlyOnHold, affordableAgents } = round.request;
    const { standing, now } = round.locked;
    const limit = previousMostlyOnHold ? MAX_CANDIDATES_PER_ROUND : Math.max(1, round.capacity);
    round.due = await this.dueCalls.due(accountId, test, now, limit, affordableAgents);
    if (round.due.length === 0) {
      if (affordableAgents) await this.accountHolds.set(accountId, 'insufficient_credits', null);
      else if (!test && standing.onHold) await this.accountHolds.end(accountId);
      return { kind: 'nothing_due' };
    }
    if (round.freeLines > 0) return undefined;
    if (!test) await this.accountHolds.set(accountId, 'no_free_line', null);
    return { kind: 'all_held' };
  }
}

import { Injectable } from '@nestjs/common';
import { type DispatchResult, DispatchTurn, LegDrain, type NextAccount } from '../../../calling';
import { HumanCallDialer, type HumanDial } from './human-call-dialer';
import { HumanDispatchRound } from './human-dispatch-round';
import type { HumanRoundRequest } from './human-round-state';

const UNBOUNDED = { maxDials: Infinity, maxExamined: Infinity };

/** Dispatches waiting human calls. The carrier gets the request after the commit, once (R4). */
@Injectable()
export class HumanCallDispatcher {
  readonly #turn: DispatchTurn<HumanRoundRequest, HumanDial>;

  constructor(round: HumanDispatchRound, dialer: HumanCallDialer, drain: LegDrain) {
    this.#turn = new DispatchTurn(drain, round, dialer);
  }

  /** @throws Error when this process is draining, so that the queue gives the turn to another process */
  async turn(accountId: string): Promise<void> {
    await this.#turn.run({ accountId, trunkTurn: null }, UNBOUNDED);
  }

  /** Reserves channels that become free for calls that got none. @throws Error when this process is draining */
  async turnOverTrunks(trunkTurn: NextAccount): Promise<DispatchResult> {
    const { dialed, end } = await this.#turn.run({ accountId: trunkTurn.accountId, trunkTurn }, UNBOUNDED);
    if (end === 'no_capacity') return 'no_capacity';
    return dialed > 0 ? 'dialed' : 'all_held';
  }
}

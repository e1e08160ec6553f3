import { Injectable } from '@nestjs/common';
import { type DispatchResult, DispatchTurn, LegDrain, type NextAccount } from '../../../calling';
import { Clock } from '../../../platform/clock';
import { DueCallsRepository } from '../../infrastructure/due-calls.repository';
import { CallDialer, type Dial } from './call-dialer';
import { CallDispatchRound } from './call-dispatch-round';
import type { RoundRequest } from './round-state';

/** Bounds of one turn, in dials and in candidates examined (R28). */
const MAX_DIALS_PER_TURN = 100;
const MAX_CANDIDATES_PER_TURN = 200;

/** Pause before the next turn of an account whose candidates are all on hold: polling sooner only costs CPU. */
const ON_HOLD_PAUSE_MS = 200;

/** Dispatches queued calls. The carrier gets the request after the commit, once for each dial (R4). */
@Injectable()
export class CallDispatcher {
  readonly #turn: DispatchTurn<RoundRequest, Dial>;

  constructor(
    private readonly clock: Clock,
    private readonly dueCalls: DueCallsRepository,
    round: CallDispatchRound,
    dialer: CallDialer,
    drain: LegDrain,
  ) {
    this.#turn = new DispatchTurn(drain, round, dialer);
  }

  /**
   * Returns milliseconds until the account's next turn, behind the other accounts; null: nothing more to dial.
   * @throws Error when this process is draining, so that the queue gives the turn to another process
   */
  async turn(accountId: string): Promise<number | null> {
    let [maxDials, maxExamined] = [MAX_DIALS_PER_TURN, MAX_CANDIDATES_PER_TURN];
    for (const test of [true, false]) {
      // Check without a lock first: most wake-ups find no test calls.
      if (!(await this.dueCalls.isAnyDue(accountId, test, this.clock.now()))) continue;
      const request = firstRequest({ accountId, test, trunkTurn: null });
      const { dialed, examined } = await this.#turn.run(request, { maxDials, maxExamined });
      maxDials -= dialed;
      maxExamined -= examined;
    }
    if (maxDials > 0 && maxExamined > 0) return null;
    return maxDials < MAX_DIALS_PER_TURN ? 0 : ON_HOLD_PAUSE_MS;
  }

  /**
   * Ends with the first dial: the next free channel may be another account's.
   * @throws Error when this process is draining
   */
  async turnOverTrunks(trunkTurn: NextAccount): Promise<DispatchResult> {
    const request = firstRequest({ accountId: trunkTurn.accountId, test: false, trunkTurn });
    const bounds = { maxDials: 1, maxExamined: MAX_CANDIDATES_PER_TURN };
    const { dialed, end } = await this.#turn.run(request, bounds);
    if (dialed > 0) return 'dialed';
    if (end === 'more') return 'limit_reached';
    return end === 'no_capacity' ? 'no_capacity' : 'all_held';
  }
}

function firstRequest(request: Pick<RoundRequest, 'accountId' | 'test' | 'trunkTurn'>): RoundRequest {
  return { ...request, previousMostlyOnHold: false, affordableAgents: null };
}

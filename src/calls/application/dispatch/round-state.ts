import type { DispatchStep, LockedAccount, NextAccount, RoundResult } from '../../../calling';
import type { LockedTrunks, SpeechStreamAllocator } from '../../../trunks';
import type { Call } from '../../domain/call';
import type { DueCall } from '../../infrastructure/due-calls.repository';
import type { Dial } from './call-dialer';
import type { Candidates } from './dial-candidates';

/** Dials in one transaction. A larger number would only lock for longer. */
export const MAX_DIALS_PER_ROUND = 20;

export interface RoundRequest {
  readonly accountId: string;
  /** Test calls run on the simulator, whatever the account's carrier (R15). */
  readonly test: boolean;
  /** Set in a media process: it dials accounts over trunks, and no others. */
  readonly trunkTurn: NextAccount | null;
  readonly previousMostlyOnHold: boolean;
  /** Agents whose minute the credits still cover, once they do not cover all; null: all agents. */
  readonly affordableAgents: readonly string[] | null;
}

export type CallRoundResult = RoundResult<RoundRequest, Dial>;

export type Step = DispatchStep<RoundState, CallRoundResult>;

/** What the steps of a round have found. A step reads only what an earlier one has set. */
export class RoundState {
  // LockAccount
  locked!: LockedAccount;
  // CheckAccount: AI dials in the account's local day; 0 for test calls.
  dialedToday = 0;
  // LockCapacity
  freeLines = 0;
  trunks: LockedTrunks | null = null;
  streams!: SpeechStreamAllocator;
  /** Calls that may begin; not above 0 when no line is free. */
  capacity = 0;
  // SelectDueCalls
  due: readonly DueCall[] = [];
  // RejectUndialable
  candidates!: Candidates;
  // AdmitCalls
  dialable: readonly Call[] = [];
  chosen: readonly Call[] = [];
  hasStreamShortage = false;
  dials: readonly Dial[] = [];

  constructor(readonly request: RoundRequest) {}

  result(next: RoundRequest | null): CallRoundResult {
    return { kind: 'dialed', dials: this.dials, examined: this.due.length, next };
  }
}

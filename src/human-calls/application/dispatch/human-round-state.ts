import type { AccountCarrier, Carrier } from '../../../carriers';
import type { DispatchStep, LockedAccount, NextAccount, RoundResult } from '../../../calling';
import type { LockedTrunks } from '../../../trunks';
import type { HumanCall } from '../../domain/human-call';
import type { HumanDial } from './human-call-dialer';
import type { ReadyCall } from './human-call-eligibility';

export interface HumanRoundRequest {
  readonly accountId: string;
  /** Set in a media process. */
  readonly trunkTurn: NextAccount | null;
}

export type HumanRoundResult = RoundResult<HumanRoundRequest, HumanDial>;
export type HumanStep = DispatchStep<HumanRoundState, HumanRoundResult>;

/** What the steps of a round have found. A step reads only what an earlier one has set. */
export class HumanRoundState {
  // LockAccount
  locked!: LockedAccount;
  // LockHumanCapacity
  /** undefined: the account's carrier is no longer part of the service. */
  carrier: AccountCarrier | undefined;
  /** The carrier, in a process that dials this account; then calls wait for lines, else for nothing here. */
  dialingCarrier: Carrier | null = null;
  trunks: LockedTrunks | null = null;
  capacity = 0;
  // SelectWaitingCalls
  waiting: readonly HumanCall[] = [];
  ready: readonly ReadyCall[] = [];
  // AdmitHumanCalls
  chosen: readonly ReadyCall[] = [];
  dials: readonly (HumanDial & { readonly changed: HumanCall })[] = [];

  constructor(readonly request: HumanRoundRequest) {}

  /** Extensions are dialed over the account's first trunk only. */
  get firstTrunkOnly(): boolean {
    return this.carrier?.capabilities.rings === 'sip_extension';
  }
}

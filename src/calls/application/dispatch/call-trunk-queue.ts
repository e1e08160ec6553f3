import { Injectable } from '@nestjs/common';
import {
  type DispatchResult,
  type NextAccount,
  TrunkDispatchQueue,
  TrunkDispatchLoop,
} from '../../../calling';
import { Carriers } from '../../../carriers';
import { DueCallsRepository } from '../../infrastructure/due-calls.repository';
import { CallDispatcher } from './call-dispatcher';
import { RECHECK_INTERVAL_MS } from './dial-eligibility';

@Injectable()
export class CallTrunkQueue extends TrunkDispatchQueue {
  override readonly channels = 1;

  constructor(
    dispatchLoop: TrunkDispatchLoop,
    private readonly carriers: Carriers,
    private readonly due: DueCallsRepository,
    private readonly dispatcher: CallDispatcher,
  ) {
    super(dispatchLoop);
  }

  override next(
    now: Date,
    trunkIds: readonly string[],
    seen: readonly string[],
  ): Promise<NextAccount | null> {
    const recheckBefore = new Date(now.getTime() - RECHECK_INTERVAL_MS);
    return this.due.nextOverTrunks({ now, recheckBefore }, this.carriers.overTrunks, trunkIds, seen);
  }

  override turn(next: NextAccount): Promise<DispatchResult> {
    return this.dispatcher.turnOverTrunks(next);
  }
}

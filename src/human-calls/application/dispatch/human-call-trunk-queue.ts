import { Injectable } from '@nestjs/common';
import {
  type DispatchResult,
  type NextAccount,
  TrunkDispatchQueue,
  TrunkDispatchLoop,
} from '../../../calling';
import { Carriers } from '../../../carriers';
import { Clock } from '../../../platform/clock';
import { HumanDispatchRepository } from '../../infrastructure/human-dispatch.repository';
import { HumanCallDispatcher } from './human-call-dispatcher';

/** Interval of turns of an account without a free trunk. A turn reserves its trunks for its calls. */
const LOOK_INTERVAL_MS = 1_000;

@Injectable()
export class HumanCallTrunkQueue extends TrunkDispatchQueue {
  override readonly channels = 2;
  /** Accounts that were looked at in vain, and when. */
  readonly #looked = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    dispatchLoop: TrunkDispatchLoop,
    private readonly carriers: Carriers,
    private readonly waiting: HumanDispatchRepository,
    private readonly dispatcher: HumanCallDispatcher,
  ) {
    super(dispatchLoop);
  }

  override next(
    now: Date,
    trunkIds: readonly string[],
    seen: readonly string[],
  ): Promise<NextAccount | null> {
    const before = now.getTime() - LOOK_INTERVAL_MS;
    for (const [accountId, at] of this.#looked) if (at <= before) this.#looked.delete(accountId);
    return this.waiting.next(this.carriers.overTrunks, trunkIds, seen, [...this.#looked.keys()]);
  }

  override async turn(next: NextAccount): Promise<DispatchResult> {
    const turn = await this.dispatcher.turnOverTrunks(next);
    if (turn === 'all_held' && next.room === 0) this.#looked.set(next.accountId, this.clock.nowMs());
    return turn;
  }
}

import { Injectable } from '@nestjs/common';
import { CallingLines } from '../../../../accounts';
import { Outbox } from '../../../../platform/events/outbox';
import { HumanCallPriority, type LockedTrunks, NO_FREE_CHANNEL } from '../../../../trunks';
import { HumanCallFinisher } from '../../human-call-finisher';
import type { ReadyCall } from '../human-call-eligibility';
import type { HumanRoundResult, HumanRoundState, HumanStep } from '../human-round-state';

/** Stores the calls, and reserves lines and channels for those that wait for them. */
@Injectable()
export class SettleWaits implements HumanStep {
  constructor(
    private readonly finisher: HumanCallFinisher,
    private readonly lines: CallingLines,
    private readonly outbox: Outbox,
    private readonly priority: HumanCallPriority,
  ) {}

  async run(round: HumanRoundState): Promise<HumanRoundResult> {
    const { accountId, trunkTurn } = round.request;
    const { dials, waiting, trunks, dialingCarrier } = round;
    const ended = waiting.filter(({ isFinal }) => isFinal);
    await this.finisher.store(dials.map(({ changed }) => changed));
    await this.finisher.storeUnqueued(accountId, ended);
    await this.lines.endWaits(dials.map(({ call }) => call.id));
    const left = round.ready.slice(round.chosen.length);
    if (trunkTurn || !round.carrier?.capabilities.overTrunks)
      await this.#reserveLines(accountId, dialingCarrier ? left : []);
    if (trunks) await this.#reserveChannels(accountId, trunks, left, round.firstTrunkOnly);
    const hasMore = !trunkTurn && (dials.length > 0 || ended.length > 0);
    return { kind: 'dialed', dials, examined: waiting.length, next: hasMore ? round.request : null };
  }

  /** A call that waits for a person, a number or credits reserves no line. */
  async #reserveLines(accountId: string, left: readonly ReadyCall[]): Promise<void> {
    const ids = left.map(({ call }) => call.state.id);
    if ((await this.lines.setReady(accountId, ids)) > 0)
      await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
  }

  /** While a call waits for channels or a slot, no AI call occupies them. Trunks that are out of reach reserve none. */
  async #reserveChannels(
    accountId: string,
    { blocker }: LockedTrunks,
    left: readonly ReadyCall[],
    firstTrunkOnly: boolean,
  ): Promise<void> {
    const mayBecomeFree = blocker === null || blocker.reason === NO_FREE_CHANNEL;
    if (left.length > 0 && mayBecomeFree) await this.priority.reserve(accountId, firstTrunkOnly);
    else await this.priority.release(accountId);
  }
}

import { Injectable } from '@nestjs/common';
import { Carriers } from '../../../../carriers';
import { TrunkChannels } from '../../../../trunks';
import type { HumanRoundResult, HumanRoundState, HumanStep } from '../human-round-state';

/** Counts free lines and locks the account's trunks. Ends the round in the other kind of process. */
@Injectable()
export class LockHumanCapacity implements HumanStep {
  constructor(
    private readonly carriers: Carriers,
    private readonly channels: TrunkChannels,
  ) {}

  async run(round: HumanRoundState): Promise<HumanRoundResult | undefined> {
    const { accountId, trunkTurn } = round.request;
    const { account, rules, standing, now } = round.locked;
    round.carrier = this.carriers.of(account);
    const isOverTrunks = round.carrier?.capabilities.overTrunks ?? false;
    if (trunkTurn && !isOverTrunks) return { kind: 'other_process' };
    round.dialingCarrier = isOverTrunks === (trunkTurn !== null) ? (round.carrier?.carrier ?? null) : null;
    round.capacity = Math.max(0, rules.lines(false) - standing.linesInUse);
    if (!trunkTurn) return undefined;
    if (round.capacity > 0) {
      const day = rules.localDay(now);
      const trunks = await this.channels.lockForDispatch(accountId, day, 2, round.firstTrunkOnly);
      // Another process gave the account its turn since this one read it.
      if (trunks.lastLegAt?.getTime() !== trunkTurn.lastLegAt?.getTime()) return { kind: 'no_capacity' };
      round.trunks = trunks;
    }
    const isOpen = round.trunks !== null && round.trunks.blocker === null;
    round.capacity = isOpen ? Math.min(round.capacity, round.trunks?.capacity ?? 0, trunkTurn.room) : 0;
    return undefined;
  }
}

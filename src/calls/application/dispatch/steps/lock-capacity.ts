import { Injectable } from '@nestjs/common';
import { NO_FREE_CHANNEL, NO_SPEECH, SpeechStreamLimits, TrunkChannels } from '../../../../trunks';
import { AccountHolds } from '../account-holds';
import { type CallRoundResult, MAX_DIALS_PER_ROUND, type RoundState, type Step } from '../round-state';

/** Counts free lines; locks trunks, then speech engines. Puts the account on hold when its trunks have nothing free. */
@Injectable()
export class LockCapacity implements Step {
  constructor(
    private readonly channels: TrunkChannels,
    private readonly streams: SpeechStreamLimits,
    private readonly accountHolds: AccountHolds,
  ) {}

  async run(round: RoundState): Promise<CallRoundResult | undefined> {
    const { accountId, trunkTurn } = round.request;
    round.freeLines = freeLines(round);
    if (trunkTurn && round.freeLines > 0) {
      const { rules, now } = round.locked;
      const trunks = await this.channels.lockForDispatch(accountId, rules.localDay(now), 1);
      // Another process gave the account its turn since this one read it.
      if (trunks.lastLegAt?.getTime() !== trunkTurn.lastLegAt?.getTime()) return { kind: 'no_capacity' };
      const blocker = trunks.blocker ?? (trunkTurn.room === 0 ? NO_ROOM : null);
      if (blocker?.kind === 'waiting') {
        await this.accountHolds.setForTrunk(accountId, blocker.reason);
        return { kind: 'no_capacity' };
      }
      round.trunks = trunks;
    }
    round.streams = round.trunks ? await this.streams.lockForDispatch() : NO_SPEECH;
    round.capacity = Math.min(
      MAX_DIALS_PER_ROUND,
      round.freeLines,
      leftToday(round),
      round.trunks?.capacity ?? Infinity,
      trunkTurn?.room ?? Infinity,
    );
    return undefined;
  }
}

const NO_ROOM = { kind: 'waiting', reason: NO_FREE_CHANNEL } as const;

/** Human calls that wait have lines reserved. */
function freeLines({ request: { test }, locked: { rules, standing } }: RoundState): number {
  const used = test ? standing.testLinesInUse : standing.linesInUse + standing.humansReady;
  return rules.lines(test) - used;
}

function leftToday({ request: { test }, locked: { rules }, dialedToday }: RoundState): number {
  return test ? Infinity : rules.policy.dailyLimit - dialedToday;
}

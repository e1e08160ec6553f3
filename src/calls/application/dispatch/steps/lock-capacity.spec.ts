import { aRound, aTrunkTurn, FakeAccountHolds, NOW } from '../../../../../test/harness/dispatch-round';
import type { SpeechStreamLimits, TrunkChannels } from '../../../../trunks';
import { NO_SPEECH } from '../../../../trunks';
import type { AccountHolds } from '../account-holds';
import { LockCapacity } from './lock-capacity';

function lockCapacity(trunks: object = {}) {
  const holds = new FakeAccountHolds();
  const locked = { capacity: 2, lastLegAt: NOW, blocker: null, ...trunks };
  const channels = { lockForDispatch: () => Promise.resolve(locked) } as unknown as TrunkChannels;
  const streams = { lockForDispatch: () => Promise.resolve(NO_SPEECH) } as unknown as SpeechStreamLimits;
  return { holds, step: new LockCapacity(channels, streams, holds as unknown as AccountHolds) };
}

describe('LockCapacity', () => {
  it('bounds a round by free lines', async () => {
    const { step } = lockCapacity();
    const round = aRound({}, { lines: 5, inUse: 2 });
    await step.run(round);
    expect(round).toMatchObject({ freeLines: 3, capacity: 3, trunks: null });
  });

  it('bounds a round by the rest of the daily limit', async () => {
    const { step } = lockCapacity();
    const round = aRound();
    round.dialedToday = 99;
    await step.run(round);
    expect(round.capacity).toBe(1);
  });

  it('bounds a round over trunks by channels and by the capacity of the process', async () => {
    const wide = aRound({ trunkTurn: aTrunkTurn(3) });
    const narrow = aRound({ trunkTurn: aTrunkTurn(1) });
    for (const round of [wide, narrow]) await lockCapacity().step.run(round);
    expect([wide.capacity, narrow.capacity]).toEqual([2, 1]);
  });

  it('ends the round when another process had the turn', async () => {
    const { step, holds } = lockCapacity({ lastLegAt: new Date(0) });
    expect(await step.run(aRound({ trunkTurn: aTrunkTurn() }))).toEqual({ kind: 'no_capacity' });
    expect(holds.changes).toEqual([]);
  });

  it.each([
    ['no trunk has a channel', { blocker: { kind: 'waiting', reason: 'Waiting for a slot.' } }, 3],
    ['the process has no room', {}, 0],
  ])('puts the account on hold when %s', async (_, trunks, room) => {
    const { step, holds } = lockCapacity(trunks);
    expect(await step.run(aRound({ trunkTurn: aTrunkTurn(room) }))).toEqual({ kind: 'no_capacity' });
    expect(holds.changes).toHaveLength(1);
  });

  it('locks no trunk without a free line', async () => {
    const { step } = lockCapacity();
    const round = aRound({ trunkTurn: aTrunkTurn() }, { lines: 1, inUse: 1 });
    expect(await step.run(round)).toBeUndefined();
    expect(round).toMatchObject({ freeLines: 0, trunks: null });
  });
});

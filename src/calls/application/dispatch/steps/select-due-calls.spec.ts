import { aRound, FakeAccountHolds } from '../../../../../test/harness/dispatch-round';
import type { DueCall, DueCallsRepository } from '../../../infrastructure/due-calls.repository';
import type { AccountHolds } from '../account-holds';
import { SelectDueCalls } from './select-due-calls';

const DUE = [{ id: 'call_1', agentId: 'agent_1' }] as unknown as DueCall[];

function selectDueCalls(due: readonly DueCall[]) {
  const holds = new FakeAccountHolds();
  const limits: number[] = [];
  const repository = {
    due: (...[, , , limit]: [string, boolean, Date, number]) => {
      limits.push(limit);
      return Promise.resolve(due);
    },
  } as unknown as DueCallsRepository;
  return { holds, limits, step: new SelectDueCalls(repository, holds as unknown as AccountHolds) };
}

describe('SelectDueCalls', () => {
  it.each([
    [false, 3],
    [true, 200],
  ])(
    'selects the number of calls to dial, more when rules delayed most: %s',
    async (previousMostlyOnHold, limit) => {
      const { step, limits } = selectDueCalls(DUE);
      const round = aRound({ previousMostlyOnHold });
      Object.assign(round, { capacity: 3, freeLines: 3 });
      expect(await step.run(round)).toBeUndefined();
      expect(round.due).toEqual(DUE);
      expect(limits).toEqual([limit]);
    },
  );

  it.each([
    ['ends the hold when nothing is due', {}, true, ['end']],
    ['leaves an account alone that is not on hold', {}, false, []],
    [
      'holds for credits when only other agents have due calls',
      { affordableAgents: ['a'] },
      true,
      ['insufficient_credits'],
    ],
    ['leaves the hold to the round of real calls', { test: true }, true, []],
  ])('%s', async (_, request, onHold, changes) => {
    const { step, holds } = selectDueCalls([]);
    expect(await step.run(aRound(request, { onHold }))).toEqual({ kind: 'nothing_due' });
    expect(holds.changes).toEqual(changes);
  });

  it('puts the account on hold for a line when calls are due', async () => {
    const { step, holds } = selectDueCalls(DUE);
    expect(await step.run(aRound())).toEqual({ kind: 'all_held' });
    expect(holds.changes).toEqual(['no_free_line']);
  });
});

import { aRound, aTrunkTurn, FakeAccountHolds, NOW } from '../../../../../test/harness/dispatch-round';
import type { Carriers } from '../../../../carriers';
import type { AccountHolds } from '../account-holds';
import { CheckAccount } from './check-account';

function checkAccount({ overTrunks }: { overTrunks: boolean }) {
  const holds = new FakeAccountHolds();
  const carriers = { of: () => ({ capabilities: { overTrunks } }) } as unknown as Carriers;
  return { holds, step: new CheckAccount(carriers, holds as unknown as AccountHolds) };
}

describe('CheckAccount', () => {
  it('continues and counts the dials of the day without an account hold', async () => {
    const { step } = checkAccount({ overTrunks: false });
    const round = aRound();
    expect(await step.run(round)).toBeUndefined();
    expect(round.dialedToday).toBe(7);
  });

  it.each([
    ['a worker does not dial over trunks', true, null],
    ['a media process dials over trunks only', false, aTrunkTurn()],
  ])('ends the round in the other kind of process: %s', async (_, overTrunks, trunkTurn) => {
    const { step, holds } = checkAccount({ overTrunks });
    expect(await step.run(aRound({ trunkTurn }))).toEqual({ kind: 'other_process' });
    expect(holds.changes).toEqual([]);
  });

  it('wakes media processes when a worker reads an account over trunks that is on hold', async () => {
    const { step, holds } = checkAccount({ overTrunks: true });
    await step.run(aRound({}, { onHold: true }));
    expect(holds.changes).toEqual(['wake trunk queues']);
  });

  it('puts the account on hold outside its hours', async () => {
    const { step, holds } = checkAccount({ overTrunks: false });
    const hold = { rule: 'calling_hours', until: NOW };
    expect(await step.run(aRound({}, { hold }))).toEqual({ kind: 'all_held' });
    expect(holds.changes).toEqual(['calling_hours']);
  });

  it('continues test calls at any time', async () => {
    const { step } = checkAccount({ overTrunks: true });
    const hold = { rule: 'calling_hours', until: NOW };
    expect(await step.run(aRound({ test: true }, { hold }))).toBeUndefined();
  });
});

import { aRound, FakeAccountHolds } from '../../../../../test/harness/dispatch-round';
import type { Credits } from '../../../../credits';
import { NO_FREE_CHANNEL } from '../../../../trunks';
import type { Call } from '../../../domain/call';
import type { DueCallsRepository } from '../../../infrastructure/due-calls.repository';
import type { CallFinisher } from '../../call-finisher';
import type { AccountHolds } from '../account-holds';
import type { Dial } from '../call-dialer';
import type { RoundState } from '../round-state';
import { SettleAccountHold } from './settle-account-hold';

const aCall = (id: string) => ({ state: { id } }) as unknown as Call;
const aDial = (id: string) => ({ call: { id } }) as unknown as Dial;

function settleHold({ isAnyDue = false, price = 1n, available = 0n } = {}) {
  const holds = new FakeAccountHolds();
  const stored: string[] = [];
  const finisher = {
    store: (calls: readonly Call[]) =>
      Promise.resolve(void stored.push(...calls.map(({ state }) => state.id))),
  } as unknown as CallFinisher;
  const credits = {
    standing: () => Promise.resolve({ available, rates: { aiCall: { openai: price } } }),
  } as unknown as Credits;
  const dueCalls = {
    isAnyDue: () => Promise.resolve(isAnyDue),
    agentsWith: () => Promise.resolve(['agent_2']),
  } as unknown as DueCallsRepository;
  const step = new SettleAccountHold(finisher, credits, dueCalls, holds as unknown as AccountHolds);
  return { step, holds, stored };
}

/** A round with room for two of these calls, of which the first ones were chosen and dialed. */
function settled(
  round: RoundState,
  {
    calls = ['call_1'],
    chosen = calls.length,
    dialed = chosen,
  }: { calls?: string[]; chosen?: number; dialed?: number } = {},
): RoundState {
  const all = calls.map(aCall);
  round.candidates = { carrier: undefined, calls: all, possible: all, agents: new Map() };
  Object.assign(round, { capacity: 2, due: all, dialable: all, chosen: all.slice(0, chosen) });
  round.dials = calls.slice(0, dialed).map(aDial);
  return round;
}

describe('SettleAccountHold', () => {
  it('stores all calls except undialed ones that may be dialed', async () => {
    const { step, stored } = settleHold();
    await step.run(settled(aRound(), { calls: ['call_1', 'call_2'], chosen: 1 }));
    expect(stored).toEqual(['call_1']);
  });

  it('plans the next round, and reads more calls when rules delayed most', async () => {
    const { step } = settleHold();
    const result = await step.run(settled(aRound()));
    expect(result).toMatchObject({ kind: 'dialed', examined: 1, next: { previousMostlyOnHold: true } });
  });

  it('plans no further round when no call could be locked', async () => {
    const { step } = settleHold();
    expect(await step.run(settled(aRound(), { calls: [] }))).toMatchObject({ next: null });
  });

  it('continues with agents whose minute the credits cover', async () => {
    const { step } = settleHold({ available: 5n });
    const result = await step.run(settled(aRound(), { calls: ['call_1', 'call_2'], dialed: 1 }));
    expect(result).toMatchObject({ next: { affordableAgents: ['agent_2'] } });
  });

  it('puts the account on hold when the credits cover no agent', async () => {
    const { step, holds } = settleHold();
    expect(await step.run(settled(aRound(), { dialed: 0 }))).toMatchObject({ next: null });
    expect(holds.changes).toEqual(['insufficient_credits']);
  });

  it('puts the account on hold for a channel when more calls are due over trunks', async () => {
    const { step, holds } = settleHold({ isAnyDue: true });
    const round = settled(aRound());
    round.trunks = { capacity: 1, lastLegAt: null, blocker: null, route: () => Promise.resolve(new Map()) };
    await step.run(round);
    expect(holds.changes).toEqual([NO_FREE_CHANNEL]);
  });

  it('ends the hold of an account that dialed', async () => {
    const { step, holds } = settleHold();
    await step.run(settled(aRound({}, { onHold: true })));
    expect(holds.changes).toEqual(['end']);
  });
});

import { aRound } from '../../../../../test/harness/dispatch-round';
import type { Carrier } from '../../../../carriers';
import type { Call } from '../../../domain/call';
import type { CallAdmission } from '../call-admission';
import type { DialEligibility } from '../dial-eligibility';
import { AdmitCalls } from './admit-calls';

const CALLS = ['call_1', 'call_2', 'call_3'].map(
  (id) => ({ state: { id, agentId: 'agent_1' } }) as unknown as Call,
);

function admitCalls() {
  const admitted: string[] = [];
  const eligibility = {
    selectDialable: () => Promise.resolve(CALLS.slice(0, 2)),
  } as unknown as DialEligibility;
  const admission = {
    dial: (_terms: unknown, calls: readonly Call[]) => {
      admitted.push(...calls.map(({ state }) => state.id));
      return Promise.resolve([]);
    },
  } as unknown as CallAdmission;
  return { admitted, step: new AdmitCalls(eligibility, admission) };
}

function round(options: { test?: boolean; carrier?: Carrier; capacity?: number }) {
  const { test = false, carrier, capacity = 5 } = options;
  const state = aRound({ test });
  state.capacity = capacity;
  const agents = new Map([['agent_1', { language: null, engine: 'openai' }]]);
  state.candidates = { carrier, calls: CALLS, possible: CALLS, agents: agents as never };
  return state;
}

const CARRIER = {} as Carrier;

describe('AdmitCalls', () => {
  it('admits the calls that the rules of their numbers allow', async () => {
    const { step, admitted } = admitCalls();
    await step.run(round({ carrier: CARRIER }));
    expect(admitted).toEqual(['call_1', 'call_2']);
  });

  it('applies no rules to test calls', async () => {
    const { step, admitted } = admitCalls();
    await step.run(round({ carrier: CARRIER, test: true }));
    expect(admitted).toHaveLength(3);
  });

  it('admits no more than the capacity', async () => {
    const { step, admitted } = admitCalls();
    const state = round({ carrier: CARRIER, capacity: 1 });
    await step.run(state);
    expect(admitted).toEqual(['call_1']);
    expect(state.dialable).toHaveLength(2);
  });

  it('admits none without a carrier', async () => {
    const { step, admitted } = admitCalls();
    await step.run(round({}));
    expect(admitted).toEqual([]);
  });
});

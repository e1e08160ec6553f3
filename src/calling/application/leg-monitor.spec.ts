import type { CallingLines } from '../../accounts';
import type { Carriers } from '../../carriers';
import type { Clock } from '../../platform/clock';
import { ActiveLegs } from './active-legs';
import type { LegHandler } from './leg-handler';
import { LegMonitor } from './leg-monitor';

const BEGIN_MS = 1_000_000;
const OUTAGE_MS = 25_000;

test('adopts only leases that expired before a recovery that lasts over an outage', async () => {
  let nowMs = BEGIN_MS;
  const asked: [kind: string, expiredBefore: Date][] = [];
  const lines = {
    recoverExpired: (kind: string, expiredBefore: Date) => {
      asked.push([kind, expiredBefore]);
      nowMs += OUTAGE_MS;
      return Promise.resolve([]);
    },
  };
  const monitor = new LegMonitor(
    { now: () => new Date(nowMs) } as Clock,
    {} as Carriers,
    lines as unknown as CallingLines,
    new ActiveLegs(),
  );
  for (const kind of ['human', 'ai'] as const) monitor.register({ kind } as LegHandler);
  await monitor.recoverExpired();
  expect(asked).toEqual([
    ['human', new Date(BEGIN_MS)],
    ['ai', new Date(BEGIN_MS)],
  ]);
});

describe('a leg whose carrier reported nothing until its deadline', () => {
  const leg = { callId: 'call_1', attempt: 1, accountId: 'acc_1', carrier: 'simulator', talkingSince: null };
  const [due, later] = [new Date(BEGIN_MS - 1), new Date(BEGIN_MS + 1)];

  /** @param deadlines of the leg as it is read, and as it is read anew after its lookup */
  async function swept(state: string, deadlines: readonly [Date, Date | null]) {
    const [hungUp, ended] = [jest.fn(), jest.fn()];
    const reads = deadlines.map((watchdogAt) => [{ ...leg, watchdogAt }]);
    const carrier = {
      lookUp: () => Promise.resolve({ state }),
      hangUp: hungUp,
      networkMs: (ms: number) => ms,
    };
    const monitor = new LegMonitor(
      { now: () => new Date(BEGIN_MS) } as Clock,
      { find: () => carrier } as unknown as Carriers,
      {} as CallingLines,
      new ActiveLegs(),
    );
    const legs = () => Promise.resolve(reads.shift() ?? []);
    const overdue = () => Promise.resolve([leg.callId]);
    monitor.register({ kind: 'ai', overdue, legs, onEnded: ended } as unknown as LegHandler);
    await monitor.endSilent();
    return { hangUps: hungUp.mock.calls.length, ends: ended.mock.calls.length };
  }

  it.each(['in_transit', 'answered'] as const)('is hung up and ended while it is %s', async (state) => {
    expect(await swept(state, [due, due])).toEqual({ hangUps: 1, ends: 1 });
  });

  it.each([
    ['has reported since', 'answered', later],
    ['has ended since', 'answered', null],
    ['reports right now', 'reporting', due],
  ] as const)('goes on when it %s', async (_, state, deadline) => {
    expect(await swept(state, [due, deadline])).toEqual({ hangUps: 0, ends: 0 });
  });
});

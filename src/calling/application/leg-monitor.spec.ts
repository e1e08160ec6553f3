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

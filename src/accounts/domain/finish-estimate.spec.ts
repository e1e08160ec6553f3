import type { CallingPolicy } from './calling-policy';
import { CallingRules } from './calling-rules';
import { finishEstimate, type Workload } from './finish-estimate';

const NOON = new Date('2026-11-20T06:30:00Z');

const POLICY: CallingPolicy = {
  timeZone: 'Asia/Kolkata',
  lines: 10,
  hours: { from: 9 * 60, to: 21 * 60 },
  recallGapSeconds: 3_600,
  dailyPerNumber: 3,
  dailyLimit: 1_000,
  queueSeconds: 259_200,
};

const WORK: Workload = { calls: 1, lineSeconds: [60], lines: 10, callsPerSecond: Infinity, dialedToday: 0 };

const finish = (work: Partial<Workload>, policy: Partial<CallingPolicy> = {}, from = NOON) =>
  finishEstimate({ ...POLICY, ...policy }, { ...WORK, ...work }, from)?.toISOString() ?? null;

test.each<[string, Partial<Workload>, Partial<CallingPolicy>, string | null]>([
  ['one call takes its own time, however many lines there are', {}, {}, '2026-11-20T06:31:00.000Z'],
  ['as many calls as lines take as long as one', { calls: 10 }, {}, '2026-11-20T06:31:00.000Z'],
  ['one more takes another round', { calls: 11 }, {}, '2026-11-20T06:32:00.000Z'],
  ['the longest call counts', { calls: 2, lineSeconds: [20, 200] }, {}, '2026-11-20T06:33:20.000Z'],
  [
    'the line that is free first takes the next',
    { calls: 3, lines: 2, lineSeconds: [30, 50, 10] },
    {},
    '2026-11-20T06:30:50.000Z',
  ],
  [
    'calls begin no faster than the rate, while lines are free',
    { calls: 11, lines: 20, callsPerSecond: 0.5 },
    {},
    '2026-11-20T06:31:20.000Z',
  ],
  [
    'a rate above that of free lines changes nothing',
    { calls: 11, callsPerSecond: 1 },
    {},
    '2026-11-20T06:32:00.000Z',
  ],
  ['nothing to do is done', { calls: 0 }, {}, NOON.toISOString()],
  ['without a line it never ends', { lines: 0 }, {}, null],
  ['without a call to a number it never ends', {}, { dailyPerNumber: 0 }, null],
  // 9 hours remain today: 540 one-minute calls on one line; the other 60 start at 9:00.
  [
    'what the day leaves over goes on when the hours open',
    { calls: 600, lines: 1 },
    {},
    '2026-11-21T04:30:00.000Z',
  ],
  [
    'what the daily limit leaves over goes tomorrow',
    { calls: 30, dialedToday: 990 },
    {},
    '2026-11-21T03:32:00.000Z',
  ],
  [
    'calls at any time',
    { calls: 1_440, lines: 1 },
    { hours: null, dailyLimit: 10_000 },
    '2026-11-21T06:30:00.000Z',
  ],
])('%s', (_, work, policy, expected) => expect(finish(work, policy)).toBe(expected));

test('ends test calls whatever the limits of the account', () => {
  const rules = new CallingRules({ ...POLICY, dailyPerNumber: 0, dailyLimit: 0 });
  const at = (test: boolean) => rules.finishEstimate(WORK, NOON, test, null)?.toISOString();
  expect([at(true), at(false)]).toEqual(['2026-11-20T06:31:00.000Z', undefined]);
});

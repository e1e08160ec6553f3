import fc from 'fast-check';
import { localDay } from '../../platform/kernel/zoned-time';
import { accountHold, callHold, type CallingFacts } from './call-hold';
import { nextOpening } from './calling-hours';
import type { CallingPolicy } from './calling-policy';

const POLICY: CallingPolicy = {
  timeZone: 'Asia/Kolkata',
  lines: 10,
  hours: { from: 9 * 60, to: 21 * 60 },
  recallGapSeconds: 3_600,
  dailyPerNumber: 3,
  dailyLimit: 1_000,
  queueSeconds: 72 * 3_600,
};
const NOTHING_YET: CallingFacts = { lastEndedAt: null, numberToday: 0, accountToday: 0 };
const at = (iso: string) => new Date(iso);
const NOON = at('2026-11-20T06:30:00Z');

describe('callHold, one rule at a time', () => {
  test('allows a call at noon', () => expect(callHold(POLICY, NOTHING_YET, NOON, null)).toBeNull());

  test.each([
    ['scheduled', POLICY, NOTHING_YET, NOON, at('2026-11-20T10:00:00Z'), '2026-11-20T10:00:00.000Z'],
    [
      'recall_gap',
      POLICY,
      { ...NOTHING_YET, lastEndedAt: at('2026-11-20T06:00:00Z') },
      NOON,
      null,
      '2026-11-20T07:00:00.000Z',
    ],
    [
      'outside_calling_hours',
      POLICY,
      NOTHING_YET,
      at('2026-11-20T15:30:00Z'),
      null,
      '2026-11-21T03:30:00.000Z',
    ],
    [
      'outside_calling_hours',
      POLICY,
      NOTHING_YET,
      at('2026-11-20T03:29:59.999Z'),
      null,
      '2026-11-20T03:30:00.000Z',
    ],
    [
      'daily_number_limit',
      POLICY,
      { ...NOTHING_YET, numberToday: 3 },
      NOON,
      null,
      '2026-11-21T03:30:00.000Z',
    ],
    [
      'daily_account_limit',
      POLICY,
      { ...NOTHING_YET, accountToday: 1_000 },
      NOON,
      null,
      '2026-11-21T03:30:00.000Z',
    ],
  ] as const)('%s', (rule, policy, facts, now, scheduledFor, until) => {
    const hold = callHold(policy, facts, now, scheduledFor);
    expect(hold && { rule: hold.rule, until: hold.until.toISOString() }).toEqual({ rule, until });
  });

  test('names the first of several rules in order, and the instant at which all allow the call', () => {
    const facts = { lastEndedAt: at('2026-11-20T15:20:00Z'), numberToday: 3, accountToday: 0 };
    const hold = callHold(POLICY, facts, at('2026-11-20T15:40:00Z'), null);
    expect(hold).toEqual({ rule: 'recall_gap', until: at('2026-11-21T03:30:00Z') });
  });

  test('treats a past schedule as now', () =>
    expect(callHold(POLICY, NOTHING_YET, NOON, at('2026-11-20T06:00:00Z'))).toBeNull());

  test('sets an account hold only by hours and the daily limit of the account', () => {
    expect(accountHold(POLICY, 999, NOON)).toBeNull();
    expect(accountHold(POLICY, 1_000, NOON)?.rule).toBe('daily_account_limit');
  });
});

describe('hours', () => {
  test('treats a window over midnight as open on both sides of it', () => {
    const hours = { hours: { from: 22 * 60, to: 2 * 60 }, timeZone: 'UTC' };
    expect(nextOpening(hours, at('2026-11-20T23:00:00Z'))).toEqual(at('2026-11-20T23:00:00Z'));
    expect(nextOpening(hours, at('2026-11-21T01:59:59Z'))).toEqual(at('2026-11-21T01:59:59Z'));
    expect(nextOpening(hours, at('2026-11-21T02:00:00Z'))).toEqual(at('2026-11-21T22:00:00Z'));
  });

  test('moves a start that does not exist forward on the day the clock goes forward', () => {
    const hours = { hours: { from: 2 * 60 + 30, to: 12 * 60 }, timeZone: 'Europe/Berlin' };
    expect(nextOpening(hours, at('2026-03-28T23:30:00Z'))).toEqual(at('2026-03-29T01:30:00Z'));
  });

  test.each([
    [2 * 60, 3 * 60],
    [2 * 60 + 30, 3 * 60],
  ])('skips the day whose hours lie in the gap of the clock', (from, to) => {
    const hours = { hours: { from, to }, timeZone: 'America/New_York' };
    const next = nextOpening(hours, at('2026-03-08T05:30:00Z'));
    expect([next, nextOpening(hours, next)]).toEqual([next, next]);
    expect(next.toISOString().slice(0, 10)).toBe('2026-03-09');
  });

  test('uses the first of two starts on the day the clock goes back', () => {
    const hours = { hours: { from: 2 * 60 + 30, to: 12 * 60 }, timeZone: 'Europe/Berlin' };
    expect(nextOpening(hours, at('2026-10-24T23:00:00Z'))).toEqual(at('2026-10-25T00:30:00Z'));
  });

  test('supports zones of half hours', () =>
    expect(nextOpening({ hours: { from: 0, to: 60 }, timeZone: 'Asia/Kathmandu' }, NOON)).toEqual(
      at('2026-11-20T18:15:00Z'),
    ));

  test('treats 24:00 as the end of the day', () => {
    const hours = { hours: { from: 9 * 60, to: 1440 }, timeZone: 'UTC' };
    expect(nextOpening(hours, at('2026-11-20T23:59:59Z'))).toEqual(at('2026-11-20T23:59:59Z'));
    expect(nextOpening(hours, at('2026-11-21T00:00:00Z'))).toEqual(at('2026-11-21T09:00:00Z'));
  });
});

describe('callHold, any policy and history', () => {
  const zones = fc.constantFrom(
    'Asia/Kolkata',
    'UTC',
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
  );
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => ({ from, to }));
  const instants = fc
    .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
    .map((ms) => new Date(ms));
  const situations = fc.record({
    timeZone: zones,
    hours: fc.option(hours),
    recallGapSeconds: fc.integer({ min: 0, max: 200_000 }),
    dailyPerNumber: fc.integer({ min: 1, max: 5 }),
    dailyLimit: fc.integer({ min: 1, max: 5 }),
    now: instants,
    numberToday: fc.integer({ min: 0, max: 6 }),
    accountToday: fc.integer({ min: 0, max: 6 }),
    sinceLast: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
    ahead: fc.option(fc.integer({ min: 0, max: 1_000_000_000 })),
  });

  test('allows the call at the end of the call hold, and not a moment before', () => {
    fc.assert(
      fc.property(situations, ({ now, numberToday, accountToday, sinceLast, ahead, ...rules }) => {
        const policy = { ...POLICY, ...rules };
        const scheduledFor = ahead === null ? null : new Date(now.getTime() + ahead);
        const facts = {
          lastEndedAt: sinceLast === null ? null : new Date(now.getTime() - sinceLast),
          numberToday,
          accountToday,
        };
        const hold = callHold(policy, facts, now, scheduledFor);
        if (!hold) return;
        expect(hold.until.getTime()).toBeGreaterThan(now.getTime());
        const then = (instant: Date) => {
          // Today's counts do not apply to another local day.
          const same = localDay(instant, policy.timeZone) === localDay(now, policy.timeZone);
          const counts = same ? { numberToday, accountToday } : { numberToday: 0, accountToday: 0 };
          return callHold(policy, { ...facts, ...counts }, instant, scheduledFor);
        };
        expect(then(hold.until)).toBeNull();
        const before = then(new Date(hold.until.getTime() - 1));
        expect(before?.until).toEqual(hold.until);
      }),
      { numRuns: 500 },
    );
  });
});

import type { Accounts, CallingLines } from '../../../accounts';
import type { Clock } from '../../../platform/clock';
import type { CallState } from '../../domain/call-state';
import type { TimelineEntry } from '../../domain/timeline';
import type { TimelineRepository } from '../../infrastructure/timeline.repository';
import { CallHistory } from './call-history';

/** Instants in seconds of one day. */
const second = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, at));
const ALL = 60;

type Own = [at: number, type: TimelineEntry['type']];
type Period = [reason: string, since: number, until: number | null, expectedUntil?: number];

/** A call's timeline in short: second, type and hold. */
async function told(
  own: Own[],
  periods: Period[],
  endedAt: number | null = null,
  more: Partial<CallState> = {},
): Promise<string[]> {
  const call = {
    id: 'call_1',
    accountId: 'acct_1',
    test: false,
    queuedFrom: second(10),
    endedAt: endedAt === null ? null : second(endedAt),
    ...more,
  } as unknown as CallState;
  const history = new CallHistory(
    { now: () => second(ALL) } as Clock,
    { rules: () => Promise.resolve({ timeZone: 'UTC' }) } as unknown as Accounts,
    {
      holdPeriods: () =>
        Promise.resolve(
          periods.map(([reason, since, until, expectedUntil]) => ({
            reason,
            since: second(since),
            until: until === null ? null : second(until),
            expectedUntil: expectedUntil === undefined ? null : second(expectedUntil),
          })),
        ),
    } as unknown as CallingLines,
    {
      list: () =>
        Promise.resolve(
          own.map(([at, type]) => ({ callId: 'call_1', at: second(at), type, message: 'of the call' })),
        ),
    } as unknown as TimelineRepository,
  );
  const entries = await history.of(call);
  return entries.map(
    ({ at, type, message }) =>
      `${at.getTime() / 1_000 - second(0).getTime() / 1_000} ${type}: ${message.split(/[:.]/)[0] ?? ''}`,
  );
}

const LINE = 'Waiting for a free line';
const CREDITS = 'Waiting for credits';
const OWN = 'of the call';
const OVER = 'What held the account is over';

test.each<[string, Own[], Period[], string[], number?]>([
  [
    'a hold that began before the call holds it from its start',
    [[10, 'accepted']],
    [['no_free_line', 5, null]],
    [`10 accepted: ${OWN}`, `10 held: ${LINE}`],
  ],
  [
    'a further attempt begins with what it follows',
    [
      [10, 'retry'],
      [10, 'accepted'],
    ],
    [['no_free_line', 5, null]],
    [`10 retry: ${OWN}`, `10 accepted: ${OWN}`, `10 held: ${LINE}`],
  ],
  [
    'a hold that ended as the call came says nothing',
    [[10, 'accepted']],
    [['no_free_line', 5, 10]],
    [`10 accepted: ${OWN}`],
  ],
  [
    'a hold whose place another takes is not released',
    [
      [10, 'accepted'],
      [30, 'line_taken'],
    ],
    [
      ['no_free_line', 12, 20],
      ['insufficient_credits', 20, 30],
    ],
    [
      `10 accepted: ${OWN}`,
      `12 held: ${LINE}`,
      `20 held: ${CREDITS}`,
      `30 released: ${OVER}`,
      `30 line_taken: ${OWN}`,
    ],
  ],
  [
    'the account is let go before the number holds the call',
    [
      [10, 'accepted'],
      [20, 'held'],
    ],
    [
      ['no_free_line', 12, 20],
      ['no_free_line', 25, null],
    ],
    [
      `10 accepted: ${OWN}`,
      `12 held: ${LINE}`,
      `20 released: ${OVER}`,
      `20 held: ${OWN}`,
      `25 held: ${LINE}`,
    ],
  ],
  [
    'a call that goes while the others go on waiting is released',
    [
      [10, 'accepted'],
      [20, 'line_taken'],
    ],
    [['insufficient_credits', 12, null]],
    [`10 accepted: ${OWN}`, `12 held: ${CREDITS}`, `20 released: ${OVER}`, `20 line_taken: ${OWN}`],
  ],
  [
    'what begins with its dial holds only the others',
    [
      [10, 'accepted'],
      [20, 'line_taken'],
    ],
    [['insufficient_credits', 20, null]],
    [`10 accepted: ${OWN}`, `20 line_taken: ${OWN}`],
  ],
  [
    'a call that is over is released by nothing later',
    [
      [10, 'accepted'],
      [20, 'canceled'],
    ],
    [
      ['no_free_line', 12, 25],
      ['no_free_line', 30, null],
    ],
    [`10 accepted: ${OWN}`, `12 held: ${LINE}`, `20 canceled: ${OWN}`],
    20,
  ],
  [
    'a call that is over before its schedule was never held',
    [
      [2, 'accepted'],
      [5, 'canceled'],
    ],
    [['no_free_line', 1, null]],
    [`2 accepted: ${OWN}`, `5 canceled: ${OWN}`],
    5,
  ],
  [
    'after a refusal it waits again',
    [
      [10, 'accepted'],
      ...([
        [11, 'line_taken'],
        [12, 'carrier_refused'],
        [12, 'held'],
        [40, 'released'],
        [40, 'line_taken'],
      ] as Own[]),
    ],
    [
      ['no_free_line', 5, 15],
      ['no_free_line', 20, 40],
      ['insufficient_credits', 50, null],
    ],
    [
      `10 accepted: ${OWN}`,
      `10 held: ${LINE}`,
      `11 released: ${OVER}`,
      `11 line_taken: ${OWN}`,
      `12 carrier_refused: ${OWN}`,
      `12 held: ${LINE}`,
      `12 held: ${OWN}`,
      `15 released: ${OVER}`,
      `20 held: ${LINE}`,
      `40 released: ${OVER}`,
      `40 released: ${OWN}`,
      `40 line_taken: ${OWN}`,
    ],
  ],
])('merges account holds into the timeline: %s', async (_, ...row) => {
  const [own, periods, expected, endedAt = null] = row;
  expect(await told(own, periods, endedAt)).toEqual(expected);
});

test.each<[string, Partial<CallState>]>([
  ['a test call', { test: true }],
  ['an inbound call', { direction: 'inbound' }],
])('account holds do not hold %s', async (_, more) => {
  expect(await told([[10, 'accepted']], [['no_free_line', 5, null]], null, more)).toEqual([
    `10 accepted: ${OWN}`,
  ]);
});

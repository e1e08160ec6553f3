import { backoffSeconds } from './backoff';
import { isCallable } from './callable';
import { nextAddress } from './next-address';
import { randomId } from './random-id';
import { niceEnd } from './scale';
import {
  dayOf,
  shortTime,
  shownDay,
  shownLength,
  shownNumber,
  shownSecond,
  shownSpan,
  shownTime,
} from './shown-time';
import { inWords, isolated, labelInWords, labelOf, shown } from './text';
import { turnAt } from './turn-at';

const ORIGIN = 'https://calls.example.com';

describe('where to go after signing in', () => {
  it.each([
    ['/console', '/console'],
    ['/console/calls?status=queued', '/console/calls?status=queued'],
    [`${ORIGIN}/console/profile`, '/console/profile'],
    ['/console/../console/calls', '/console/calls'],
    ['/console/calls#x', '/console/calls'],
  ])('follows %s', (next, address) => expect(nextAddress(next, ORIGIN)).toBe(address));

  it.each([
    undefined,
    '',
    '/',
    '//evil.example/console',
    '/\\evil.example/console',
    'https://evil.example/console',
    'javascript:alert(1)',
    'http://calls.example.com/console',
    '/consoles',
    '/console/../docs',
    '/console/api/sign-out',
    '/console/v1/calls',
    '/console/assets/x.js',
    '/console/live/calls/call_1',
    '/console/sign-in?next=/console',
    '/console/link',
    'http://[',
    `/console/${'x'.repeat(3_000)}`,
  ])('does not follow %s', (next) => expect(nextAddress(next, ORIGIN)).toBeNull());
});

describe('times', () => {
  it.each([
    ['2026-11-21T08:33:00.000Z', 'Asia/Kolkata', '21 Nov 2026, 14:03'],
    ['2026-11-20T18:30:00.000Z', 'Asia/Kolkata', '21 Nov 2026, 00:00'],
    ['2026-09-01T00:00:00.000Z', 'UTC', '1 Sep 2026, 00:00'],
    ['2026-11-21T08:33:00.000Z', 'Nowhere/Land', '21 Nov 2026, 08:33'],
    ['soon', 'UTC', 'soon'],
  ])('show %s in %s as %s', (at, zone, text) => expect(shownTime(at, zone)).toBe(text));

  it('omit the current year', () => {
    const now = Date.parse('2026-11-21T08:33:00.000Z');
    expect(shortTime('2026-11-22T03:30:00.000Z', 'Asia/Kolkata', now)).toBe('22 Nov, 09:00');
    expect(shortTime('2027-01-01T03:30:00.000Z', 'Asia/Kolkata', now)).toBe('1 Jan 2027, 09:00');
  });

  it('use the day of the zone', () => {
    expect(dayOf(Date.parse('2026-11-20T18:30:00.000Z'), 'Asia/Kolkata')).toBe('2026-11-21');
    expect(shownDay('2026-11-21')).toBe('21 Nov 2026');
    expect(['2026-13-45', 'x'].map(shownDay)).toEqual(['2026-13-45', 'x']);
  });

  it.each([
    [0, '0:00'],
    [125.9, '2:05'],
    [3_725, '1:02:05'],
    [-3, '0:00'],
  ])('show %d seconds as %s', (seconds, text) => expect(shownLength(seconds)).toBe(text));
});

test('shows numbers with at most four decimals', () =>
  expect([1234.5, 0.00004, 12].map(shownNumber)).toEqual(['1,234.5', '0', '12']));

test('isolates the direction of foreign texts', () => {
  expect(shown('a\u202Eb\u2066c')).toBe('a□b□c');
  expect(isolated('Asha')).toBe('\u2068Asha\u2069');
  expect(inWords('no_answer')).toBe('No answer');
});

test('finds the playing turn as the last that began', () => {
  const turns = [0, 1_000, 5_000].map((start_ms) => ({ start_ms }));
  expect([-1, 0, 999, 1_000, 4_999, 60_000].map((ms) => turnAt(turns, ms))).toEqual([-1, 0, 0, 1, 1, 2]);
  expect(turnAt([], 5)).toBe(-1);
});

test('links numbers to call, except of erased contacts and placeholders', () =>
  expect(['+919876540001', '+999123', 'anonymous', 'softphone'].map(isCallable)).toEqual([
    true,
    false,
    false,
    false,
  ]));

test('ends an axis at a round number', () =>
  expect([0.4, 3, 7, 11, 43, 340, 2_001].map(niceEnd)).toEqual([1, 3, 10, 20, 50, 500, 5_000]));

test('increases the wait after each failure', () =>
  expect([1, 2, 3, 4, 5, 99].map(backoffSeconds)).toEqual([2, 4, 8, 16, 30, 30]));

test('generates random ids', () => {
  expect(randomId()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomId()).not.toBe(randomId());
});

describe('times of a timeline', () => {
  it.each([
    [0, '0 s'],
    [420, '0.4 s'],
    [12_000, '12 s'],
    [125_000, '2 min 5 s'],
    [180_000, '3 min'],
    [11_400_000, '3 h 10 min'],
    [187_200_000, '2 d 4 h'],
  ])('show %d ms as %s', (ms, shownAs) => expect(shownSpan(ms)).toBe(shownAs));

  it('has seconds, and the day when it is another', () => {
    const at = '2026-11-21T08:33:07.400Z';
    expect(shownSecond(at, 'Asia/Kolkata', '2026-11-21')).toBe('14:03:07');
    expect(shownSecond(at, 'Asia/Kolkata', null)).toBe('21 Nov 2026, 14:03:07');
  });
});

describe('labels of outcomes', () => {
  it.each([
    ['Interested', 'Interested'],
    ['not_interested', 'Not interested'],
    ['CALL_BACK', 'Call back'],
    ['HOT', 'HOT'],
    ['_odd_', 'Odd'],
    ['Wants B.Com_fees', 'Wants B.Com fees'],
  ])('show %s as %s', (label, words) => expect(labelInWords(label)).toBe(words));

  it.each([
    ['Not Interested', 'Not_Interested'],
    ['Callback', 'Callback'],
    ['Of my own', 'Of my own'],
  ])('save %s as %s', (words, label) => expect(labelOf(words, ['Not_Interested', 'Callback'])).toBe(label));
});

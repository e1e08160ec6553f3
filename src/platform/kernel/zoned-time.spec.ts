import fc from 'fast-check';
import {
  describeDateTime,
  describeLocalTime,
  isLocalTime,
  isTimeZone,
  localDay,
  localSeconds,
  utcOffsets,
} from './zoned-time';

test('returns the local day of the zone, whatever was requested before', () => {
  const zones = [
    'Asia/Kolkata',
    'America/St_Johns',
    'Pacific/Apia',
    'Asia/Kathmandu',
    'Europe/Berlin',
    'UTC',
  ];
  const instants = fc.date({ min: new Date('2011-12-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      instants,
      fc.array(fc.tuple(fc.constantFrom(...zones), fc.integer({ min: 0, max: 4_000_000 }))),
      (from, steps) => {
        let at = from.getTime();
        for (const [zone, step] of steps) {
          at += step;
          const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);
          expect(localDay(new Date(at), zone)).toBe(parts);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('returns two days around a minute of midnight in India', () => {
  expect(localDay(new Date('2026-11-20T18:29:59.999Z'), 'Asia/Kolkata')).toBe('2026-11-20');
  expect(localDay(new Date('2026-11-20T18:30:00.000Z'), 'Asia/Kolkata')).toBe('2026-11-21');
});

test.each([
  ['Asia/Kolkata', '2026-11-21T08:33:05.900Z', '2026-11-21 14:03:05'],
  ['Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21 00:00:00'],
  ['America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01 01:30:00'],
  ['UTC', '2026-01-02T03:04:05.000Z', '2026-01-02 03:04:05'],
])('converts in %s %s to %s', (zone, instant, local) =>
  expect(localSeconds(zone)(new Date(instant))).toBe(local),
);

test('lists the offsets of a day with a change of the clock, each with its span', () => {
  const [since, before] = [new Date('2026-03-28T23:00:00Z'), new Date('2026-03-29T22:00:00Z')];
  const change = new Date('2026-03-29T01:00:00Z');
  expect(utcOffsets(since, before, 'Europe/Berlin')).toEqual([
    { since, before: change, seconds: 3_600 },
    { since: change, before, seconds: 7_200 },
  ]);
  expect(utcOffsets(since, change, 'Europe/Berlin')).toEqual([{ since, before: change, seconds: 3_600 }]);
  expect(utcOffsets(since, before, 'Asia/Kolkata')).toEqual([{ since, before, seconds: 19_800 }]);
});

test.each([
  ['2026-02-28T23:59', true],
  ['1970-01-01T00:00', true],
  ['9999-12-30T09:00', true],
  ['2026-02-29T09:00', false],
  ['2026-02-28T24:00', false],
  ['2026-02-28T9:00', false],
  ['2026-02-28T09:00Z', false],
  ['1969-12-31T09:00', false],
  ['9999-12-31T09:00', false],
])('%s is a local time: %s', (text, isOne) => expect(isLocalTime(text)).toBe(isOne));

test.each([
  ['Asia/Kolkata', true],
  ['UTC', true],
  ['+05:30', false],
  ['Asia/Nowhere', false],
  ['', false],
])('%p is a time zone: %s', (name, isOne) => expect(isTimeZone(name)).toBe(isOne));

test('describes a time for people', () => {
  const at = new Date('2026-12-04T04:05:59Z');
  expect(describeLocalTime(at, 'Asia/Kolkata')).toBe('09:35 on 4 Dec (Asia/Kolkata)');
  expect(describeDateTime(at, 'Asia/Kolkata')).toBe('Friday, 4 December 2026, 09:35');
  expect(describeDateTime(new Date('2027-01-31T18:30:00Z'), 'Asia/Kolkata')).toBe(
    'Monday, 1 February 2027, 00:00',
  );
});

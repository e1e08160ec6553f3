import fc from 'fast-check';
import { localDay, localSeconds } from './zoned-time';

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

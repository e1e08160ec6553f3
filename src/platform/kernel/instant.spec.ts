import { isDay, parseInstant } from './instant';

test.each([
  ['2026-11-20T09:15:00Z', '2026-11-20T09:15:00.000Z'],
  ['2026-11-20T09:15Z', '2026-11-20T09:15:00.000Z'],
  ['2026-11-20t09:15:00.123456789z', '2026-11-20T09:15:00.123Z'],
  ['2026-11-20T14:45:00+05:30', '2026-11-20T09:15:00.000Z'],
  ['2026-11-20T14:45:00+0530', '2026-11-20T09:15:00.000Z'],
  ['2026-11-20T03:15:00,5-06:00', '2026-11-20T09:15:00.500Z'],
])('accepts %s as an instant', (text, iso) => expect(parseInstant(text)?.toISOString()).toBe(iso));

test.each([
  ['2026-11-20T09:15:00.123000Z', '2026-11-20T09:15:00.123Z'],
  ['2026-11-20T09:15:00.123000001Z', '2026-11-20T09:15:00.124Z'],
  ['9999-12-31T23:59:59.999999Z', '+010000-01-01T00:00:00.000Z'],
])('rounds %s up as the end of a range', (text, iso) =>
  expect(parseInstant(text, 'up')?.toISOString()).toBe(iso),
);

test.each([
  '2026-11-20T09:15:00',
  '2026-11-20',
  '2026-02-30T09:15:00Z',
  '2026-11-20T24:30:00Z',
  '2026-11-20T09:15:00Z[UTC]',
  '+002026-11-20T09:15:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
  'now',
  '',
])('rejects %j', (text) => expect(parseInstant(text)).toBeUndefined());

test.each([
  ['2026-02-28', true],
  ['2026-02-30', false],
  ['2028-02-29', true],
  ['0000-01-01', false],
  ['2026-2-1', false],
  ['2026-02-28T00:00Z', false],
])('validates the day %s: %s', (text, expected) => expect(isDay(text)).toBe(expected));

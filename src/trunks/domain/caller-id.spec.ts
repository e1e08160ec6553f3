import { selectCallerId, noCallerId, type OwnNumber } from './caller-id';

const number = (phoneNumber: string, more: Partial<OwnNumber> = {}): OwnNumber => ({
  phoneNumber,
  outbound: true,
  isDefault: false,
  calledContactAt: null,
  usedToday: 0,
  ...more,
});
const NOTHING = { callerId: null, username: null };
const at = (iso: string) => ({ calledContactAt: new Date(iso) });

test.each([
  [
    'the one that last called the contact, however much it is used',
    [number('+91801'), number('+91802', { ...at('2026-11-20T10:00:00Z'), usedToday: 90 })],
    '+91802',
  ],
  [
    'the later of two that called the contact',
    [number('+91801', at('2026-11-19T10:00:00Z')), number('+91802', at('2026-11-20T10:00:00Z'))],
    '+91802',
  ],
  [
    'the least used today, before the default',
    [number('+91801', { usedToday: 2, isDefault: true }), number('+91802', { usedToday: 1 })],
    '+91802',
  ],
  ['the default of equally used ones', [number('+91801'), number('+91802', { isDefault: true })], '+91802'],
  ['the lowest of equal ones', [number('+91802'), number('+91801'), number('+918010')], '+91801'],
  ['no number that may not be shown', [number('+91801', { outbound: false }), number('+91802')], '+91802'],
])('chooses a number: %s', (_what, numbers, chosen) =>
  expect(selectCallerId(numbers, { callerId: '+91999', username: 'acme' })).toBe(chosen),
);

test.each([
  ["the trunk's caller id", { callerId: '+91999', username: 'acme' }, '+91999'],
  ['then the user name', { callerId: null, username: 'acme' }, 'acme'],
  ['then none', NOTHING, null],
])('uses without a number of the account: %s', (_what, trunk, chosen) => {
  expect(selectCallerId([], trunk)).toBe(chosen);
  expect(selectCallerId([number('+91801', { outbound: false })], trunk)).toBe(chosen);
});

test('names the trunk in the refusal', () =>
  expect(noCallerId('mumbai-1')).toBe('there is no number to call from on the trunk mumbai-1'));

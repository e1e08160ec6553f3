import { PasswordGuard } from './password-guard';

const MINUTE = 60_000;
const A = '192.0.2.1';

let now = 0;
let guard: PasswordGuard;
beforeEach(() => {
  now = 0;
  guard = new PasswordGuard(() => now);
});

const fail = (times: number, address: string, user: string | null = null, everyMs = 0): void => {
  for (let index = 0; index < times; index++) {
    guard.recordFailure(address, user);
    now += everyMs;
  }
};

test('blocks the address for 10 minutes at the tenth wrong password in a minute', () => {
  fail(9, A);
  expect(guard.isBlocked(A)).toBe(false);
  fail(1, A);
  expect(guard.isBlocked(A)).toBe(true);
  expect(guard.isBlocked('192.0.2.2')).toBe(false);
  now += 10 * MINUTE - 1;
  expect(guard.isBlocked(A)).toBe(true);
  now += 1;
  expect(guard.isBlocked(A)).toBe(false);
});

test('blocks nothing after ten in more than a minute', () => {
  fail(30, A, 'u', 7_000);
  expect(guard.isBlocked(A)).toBe(false);
});

test('accepts addresses of the last day alone after 100 for a user', () => {
  guard.recordRegistration('198.51.100.1', 'u');
  for (let index = 0; index < 10; index++) fail(10, `203.0.113.${index}`, 'u');
  expect(guard.accepts('u', '198.51.100.1')).toBe(true);
  expect(guard.accepts('u', '198.51.100.2')).toBe(false);
  expect(guard.accepts('other', '198.51.100.2')).toBe(true);
  now += 10 * MINUTE;
  expect(guard.accepts('u', '198.51.100.2')).toBe(true);
});

test('does not accept an address that registered more than a day ago', () => {
  guard.recordRegistration(A, 'u');
  now += 86_400_001;
  for (let index = 0; index < 10; index++) fail(10, `203.0.113.${index}`, 'u');
  expect(guard.accepts('u', A)).toBe(false);
});

test('reports the source of the last wrong password, until the right one comes', () => {
  expect(guard.refusedFrom('u')).toBeNull();
  fail(1, A, 'u');
  expect(guard.refusedFrom('u')).toBe(A);
  guard.recordRegistration('192.0.2.2', 'u');
  expect(guard.refusedFrom('u')).toBeNull();
});

test('forgets the oldest at a flood from many addresses', () => {
  fail(10, A);
  for (let index = 0; index < 10_000; index++) guard.recordFailure(`10.0.${index >> 8}.${index & 255}`, null);
  expect(guard.isBlocked(A)).toBe(false);
});

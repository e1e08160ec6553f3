import { createHash } from 'node:crypto';
import { Nonces } from './nonces';

let now = 1_000;
let hex = 0;
const runtime = {
  timers: { now: () => now, after: () => () => undefined },
  randomHex: (octets: number) => (++hex).toString(16).padStart(2 * octets, '0'),
  hash: (algorithm: 'MD5' | 'SHA-256', text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex'),
};

test('makes a nonce for one address, for 5 minutes', () => {
  const nonces = new Nonces(runtime);
  const nonce = nonces.issue('192.0.2.1');
  expect(nonces.isUsable(nonce, '192.0.2.1', 1)).toBe(true);
  expect(nonces.isUsable(nonce, '192.0.2.2', 1)).toBe(false);
  now += 300_000;
  expect(nonces.isUsable(nonce, '192.0.2.1', 1)).toBe(true);
  now += 1;
  expect(nonces.isUsable(nonce, '192.0.2.1', 1)).toBe(false);
});

test('counts a nonce once it proved a password', () => {
  const nonces = new Nonces(runtime);
  const nonce = nonces.issue('192.0.2.1');
  nonces.use(nonce, 3);
  expect([2, 3, 4].map((count) => nonces.isUsable(nonce, '192.0.2.1', count))).toEqual([false, false, true]);
});

test.each(['', 'x', 'a.b.c', 'a.b.c.d', '12.34', '9'.repeat(20)])('rejects %j', (text) => {
  expect(new Nonces(runtime).isUsable(text, '192.0.2.1', 1)).toBe(false);
});

test('rejects a nonce of another process, and one with another time', () => {
  const nonces = new Nonces(runtime);
  const nonce = nonces.issue('192.0.2.1');
  expect(new Nonces(runtime).isUsable(nonce, '192.0.2.1', 1)).toBe(false);
  const [, ...rest] = nonce.split('.');
  const later = [(now + 1).toString(16), ...rest].join('.');
  expect(nonces.isUsable(later, '192.0.2.1', 1)).toBe(false);
});

test('reports a nonce as stale whose count was dropped, so it cannot be replayed', () => {
  const nonces = new Nonces(runtime);
  const first = nonces.issue('192.0.2.1');
  nonces.use(first, 1);
  for (let index = 0; index < 10_000; index++) {
    now += 0.01;
    nonces.use(nonces.issue('192.0.2.1'), 1);
  }
  expect(nonces.isUsable(first, '192.0.2.1', 1)).toBe(false);
  now += 1;
  expect(nonces.isUsable(nonces.issue('192.0.2.1'), '192.0.2.1', 1)).toBe(true);
});

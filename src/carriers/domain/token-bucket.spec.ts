import { TokenBucket } from './token-bucket';

test('allows a burst, and then the rate per second', () => {
  const rate = new TokenBucket();
  const taken = (atMs: number, calls: number, perSecond = 10) =>
    Array.from({ length: calls }, () => rate.acquire(atMs, perSecond)).filter(Boolean).length;
  expect(taken(1_000, 30)).toBe(10);
  expect(taken(1_500, 30)).toBe(5);
  expect(taken(60_000, 30)).toBe(10);
  // Changed by the operator: at once.
  expect(taken(61_000, 30, 2)).toBe(2);
  expect(taken(62_000, 30, 20)).toBe(20);
});

test('allows a steady flow at the limit, however it jitters', () => {
  const rate = new TokenBucket();
  for (let n = 0; n < 1_000; n++) {
    const jitter = (n * 7_919) % 90;
    expect(rate.acquire(n * 100 + jitter, 10)).toBe(true);
  }
});

test('adds no tokens when the clock goes back', () => {
  const rate = new TokenBucket();
  expect([rate.acquire(10_000, 1), rate.acquire(5_000, 1), rate.acquire(5_500, 1)]).toEqual([
    true,
    false,
    false,
  ]);
});

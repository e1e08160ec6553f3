import fc from 'fast-check';
import { MemorySlidingLog, RATE_LIMIT } from './sliding-log';

const { max, windowMs } = RATE_LIMIT;

test('admits exactly 300 in any rolling minute, and again after the reported wait', async () => {
  const log = new MemorySlidingLog();
  for (let at = 0; at < max; at++) expect((await log.admit('a', at * 10, RATE_LIMIT)).admitted).toBe(true);
  const refused = await log.admit('a', 5_000, RATE_LIMIT);
  expect(refused).toEqual({ admitted: false, remaining: 0, resetMs: windowMs - 5_000 });
  expect((await log.admit('a', 5_000 + refused.resetMs - 1, RATE_LIMIT)).admitted).toBe(false);
  expect((await log.admit('a', 5_000 + refused.resetMs, RATE_LIMIT)).admitted).toBe(true);
});

test('counts each key separately', async () => {
  const log = new MemorySlidingLog();
  for (let at = 0; at < max; at++) await log.admit('a', 0, RATE_LIMIT);
  expect((await log.admit('b', 0, RATE_LIMIT)).remaining).toBe(max - 1);
});

test('never admits more than 300 requests in a window of a minute', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 800 }), { minLength: 900, maxLength: 1_500 }),
      async (gaps) => {
        const log = new MemorySlidingLog();
        const admitted: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          if ((await log.admit('a', now, RATE_LIMIT)).admitted) admitted.push(now);
        }
        admitted.forEach((first, at) => {
          const after = admitted[at + max];
          if (after !== undefined) expect(after - first).toBeGreaterThanOrEqual(windowMs);
        });
      },
    ),
    { numRuns: 20 },
  );
});

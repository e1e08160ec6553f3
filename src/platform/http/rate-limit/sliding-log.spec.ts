import fc from 'fast-check';
import { MemorySlidingLog, RATE_LIMIT } from './sliding-log';

const { requests, windowMs } = RATE_LIMIT;

test('admits exactly 300 in any rolling minute, and again after the reported wait', async () => {
  const log = new MemorySlidingLog();
  for (let at = 0; at < requests; at++) expect((await log.admit('a', at * 10)).admitted).toBe(true);
  const refused = await log.admit('a', 5_000);
  expect(refused).toEqual({ admitted: false, remaining: 0, resetMs: windowMs - 5_000 });
  expect((await log.admit('a', 5_000 + refused.resetMs - 1)).admitted).toBe(false);
  expect((await log.admit('a', 5_000 + refused.resetMs)).admitted).toBe(true);
});

test('counts each key separately', async () => {
  const log = new MemorySlidingLog();
  for (let at = 0; at < requests; at++) await log.admit('a', 0);
  expect((await log.admit('b', 0)).remaining).toBe(requests - 1);
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
          if ((await log.admit('a', now)).admitted) admitted.push(now);
        }
        admitted.forEach((first, at) => {
          const after = admitted[at + requests];
          if (after !== undefined) expect(after - first).toBeGreaterThanOrEqual(windowMs);
        });
      },
    ),
    { numRuns: 20 },
  );
});

import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { PostgresSlidingLog } from '../../src/platform/http/rate-limit/shared-logs';
import { MemorySlidingLog, RATE_LIMIT } from '../../src/platform/http/rate-limit/sliding-log';
import { createDatabase, dropDatabase } from '../harness/app';

let url: string;
let dataSource: DataSource;
let unitOfWork: UnitOfWork;
let log: PostgresSlidingLog;
let keys = 0;

beforeAll(async () => {
  url = await createDatabase();
  dataSource = await new DataSource(dataSourceOptions(url)).initialize();
  unitOfWork = new UnitOfWork(dataSource);
  log = new PostgresSlidingLog(unitOfWork);
});
afterAll(async () => {
  await dataSource.destroy();
  await dropDatabase(url);
});

test('decides as the log in memory does, for any gaps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 320, maxLength: 700 }),
      async (gaps) => {
        const memory = new MemorySlidingLog();
        const key = `key_${++keys}`;
        let now = 1_000_000;
        for (const gap of gaps) {
          now += gap;
          expect(await log.admit(key, now, RATE_LIMIT)).toEqual(await memory.admit(key, now, RATE_LIMIT));
        }
      },
    ),
    { numRuns: 5 },
  );
});

test('applies a bound and a window for each id', async () => {
  const day = 86_400_000;
  const bound = { max: 2, windowMs: day };
  for (const each of [log, new MemorySlidingLog()]) {
    for (const at of [0, 1_000]) expect((await each.admit('rare', at, bound)).admitted).toBe(true);
    expect(await each.admit('rare', 3_600_000, bound)).toEqual({
      admitted: false,
      remaining: 0,
      resetMs: day - 3_600_000,
    });
    // A minute, the window of the others, frees nothing; a day does.
    await each.admit('often', day - 1, RATE_LIMIT);
    expect((await each.admit('rare', day - 1, bound)).admitted).toBe(false);
    expect((await each.admit('rare', day, bound)).admitted).toBe(true);
  }
});

test('admits 300 of 400 at once, and returns the time of a retry to the others', async () => {
  const now = 5_000_000;
  const decisions = await Promise.all(Array.from({ length: 400 }, () => log.admit('crowd', now, RATE_LIMIT)));
  const admitted = decisions.filter((decision) => decision.admitted);
  expect(admitted.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(
    Array.from({ length: RATE_LIMIT.max }, (_, at) => at),
  );
  const refused = { admitted: false, remaining: 0, resetMs: RATE_LIMIT.windowMs };
  expect(decisions.filter((decision) => !decision.admitted)).toEqual(Array(100).fill(refused));
});

test('stores no time before another when the clock of a process is behind', async () => {
  await log.admit('skewed', 10_000, RATE_LIMIT);
  expect(await log.admit('skewed', 9_900, RATE_LIMIT)).toMatchObject({ remaining: 298 });
  const { resetMs } = await log.admit('skewed', 10_000, RATE_LIMIT);
  expect(resetMs).toBe(RATE_LIMIT.windowMs);
  expect(await log.admit('skewed', 10_000 + RATE_LIMIT.windowMs, RATE_LIMIT)).toMatchObject({
    remaining: 299,
  });
});

test('counts what was admitted before the clock was set back for one more window', async () => {
  const bound = { ...RATE_LIMIT, max: 5 };
  const later = 50_000_000;
  const now = 10_000_000;
  for (const each of [log, new MemorySlidingLog()]) {
    for (const at of [0, 10, 20]) await each.admit('back', later + at, bound);
    expect(await each.admit('back', now, bound)).toEqual({
      admitted: true,
      remaining: 1,
      resetMs: RATE_LIMIT.windowMs,
    });
    await each.admit('back', now + 30_000, bound);
    const refused = { admitted: false, remaining: 0, resetMs: 1 };
    expect(await each.admit('back', now + RATE_LIMIT.windowMs - 1, bound)).toEqual(refused);
    expect(await each.admit('back', now + RATE_LIMIT.windowMs, bound)).toMatchObject({ remaining: 3 });
  }
});

test('starts an empty log after a log of another version', async () => {
  await unitOfWork.affected(`INSERT INTO rate_logs VALUES ('empty', '{}')`);
  expect(await log.admit('empty', 10_000, RATE_LIMIT)).toEqual({
    admitted: true,
    remaining: 299,
    resetMs: RATE_LIMIT.windowMs,
  });
});

import { Clock } from './clock';

/** A host and a database with clocks that a test sets. */
let host: { wallMs: number; monotonicMs: number };
let databaseMs: number;

beforeEach(() => {
  host = { wallMs: Date.parse('2026-11-20T10:00:00Z'), monotonicMs: 5_000 };
  databaseMs = host.wallMs;
  jest.spyOn(Date, 'now').mockImplementation(() => host.wallMs);
  jest.spyOn(performance, 'now').mockImplementation(() => host.monotonicMs);
});
afterEach(() => jest.restoreAllMocks());

/** Lets time pass on all clocks. */
function pass(ms: number): void {
  databaseMs += ms;
  host.wallMs += ms;
  host.monotonicMs += ms;
}

/** Suspends the host: its monotonic clock stands still. */
function sleep(ms: number): void {
  databaseMs += ms;
  host.wallMs += ms;
}

/** A reading that takes `beforeMs` until the database reads its clock, and `afterMs` until the answer. */
const readClock = (clock: Clock, beforeMs = 1, afterMs = 1) =>
  clock.synchronise(() => {
    pass(beforeMs);
    const answer = new Date(databaseMs);
    pass(afterMs);
    return Promise.resolve(answer);
  });

async function synchronised(): Promise<Clock> {
  const clock = new Clock();
  await readClock(clock);
  return clock;
}

/** Largest error after such a reading; the database returns whole milliseconds. */
const READING_MS = 2 + 1;

/** How far the clock is ahead of the database's. */
const errorOf = (clock: Clock) => clock.nowMs() - databaseMs;

test('returns the database’s time, for any clock of the host', async () => {
  databaseMs += 3_600_000;
  const clock = new Clock();
  expect(await readClock(clock)).toBeLessThan(-3_600_000 + READING_MS);
  expect(Math.abs(errorOf(clock))).toBeLessThanOrEqual(READING_MS);
});

test('advances for tests, and continues', async () => {
  const clock = await synchronised();
  const before = clock.nowMs();
  clock.advance(86_400_000);
  pass(10);
  expect(clock.now().getTime() - before).toBe(86_400_010);
  await readClock(clock);
  expect(clock.nowMs() - before).toBeGreaterThanOrEqual(86_400_010);
});

test.each([
  ['waited for a connection', 1_900, 0],
  ['answered late', 0, 1_900],
])('is not moved by a reading that %s: it proves too little', async (_, beforeMs, afterMs) => {
  const clock = await synchronised();
  await readClock(clock, beforeMs, afterMs);
  expect(Math.abs(errorOf(clock))).toBeLessThanOrEqual(READING_MS);
});

test('is moved by what a slow reading does prove', async () => {
  const clock = await synchronised();
  sleep(3_600_000);
  await readClock(clock, 100, 1_900);
  expect(errorOf(clock)).toBeLessThanOrEqual(0);
  expect(errorOf(clock)).toBeGreaterThanOrEqual(-1_900);
});

test('stands until the right time has come when it is a little ahead, and never goes back', async () => {
  const clock = await synchronised();
  pass(500);
  const before = clock.nowMs();
  // The database's clock was slewed meanwhile.
  databaseMs -= 1_500;
  await readClock(clock);
  expect(clock.nowMs()).toBe(before);
  pass(1_000);
  expect(clock.nowMs()).toBe(before);
  pass(1_000);
  expect(clock.nowMs()).toBeGreaterThan(before);
  expect(Math.abs(errorOf(clock))).toBeLessThanOrEqual(READING_MS);
});

test('follows a database whose clock was set back at once, instead of standing for an hour', async () => {
  const clock = await synchronised();
  databaseMs -= 3_600_000;
  await readClock(clock);
  expect(Math.abs(errorOf(clock))).toBeLessThanOrEqual(READING_MS);
});

describe('the clock of a suspended host', () => {
  test('is corrected by the next reading when it is behind', async () => {
    const clock = await synchronised();
    expect(clock.hostJumpMs).toBe(0);
    sleep(3_600_000);
    expect(clock.hostJumpMs).toBe(3_600_000);
    expect(clock.latestMs()).toBeGreaterThanOrEqual(databaseMs - READING_MS);
    await readClock(clock);
    expect(Math.abs(errorOf(clock))).toBeLessThanOrEqual(READING_MS);
    expect(clock.latestMs() - clock.nowMs()).toBeLessThanOrEqual(READING_MS);
  });

  test('remains uncertain after a reading during which the host slept', async () => {
    const clock = await synchronised();
    await clock.synchronise(() => {
      const answer = new Date(databaseMs);
      sleep(60_000);
      return Promise.resolve(answer);
    });
    expect(clock.hostJumpMs).toBe(60_000);
    expect(clock.latestMs()).toBeGreaterThanOrEqual(databaseMs - READING_MS);
  });
});

test.each([3_600_000, -3_600_000])('is not moved by a host clock that is set by %d ms', async (ms) => {
  const clock = await synchronised();
  host.wallMs += ms;
  expect(Math.abs(errorOf(clock))).toBeLessThanOrEqual(READING_MS);
  // This cannot be told from a suspension until the database is asked.
  expect(clock.hostJumpMs).toBe(ms);
  await readClock(clock);
  expect(Math.abs(clock.hostJumpMs)).toBeLessThanOrEqual(READING_MS);
  expect(Math.abs(errorOf(clock))).toBeLessThanOrEqual(READING_MS);
});

import type { DataSource } from 'typeorm';
import { Clock } from '../clock';
import { ClockKeeper } from './clock-keeper';

let clock: Clock;
let keeper: ClockKeeper;
/** A reading of the database's clock. */
let query: jest.Mock<Promise<object[]>>;
/** What the host slept: its monotonic clock lacks it. */
let sleptMs: number;

beforeEach(() => {
  jest.useFakeTimers();
  sleptMs = 0;
  const start = performance.now() - Date.now();
  jest.spyOn(performance, 'now').mockImplementation(() => start + Date.now() - sleptMs);
  clock = new Clock();
  query = jest.fn(() => Promise.resolve([{ now: new Date(Date.now()) }]));
  keeper = new ClockKeeper(clock, { query } as unknown as DataSource);
  keeper.onApplicationBootstrap();
});
afterEach(() => {
  keeper.onApplicationShutdown();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('reads the clock every minute', async () => {
  await jest.advanceTimersByTimeAsync(180_500);
  expect(query).toHaveBeenCalledTimes(3);
});

/** The host sleeps for an hour and wakes. */
function sleep(): void {
  jest.setSystemTime(Date.now() + 3_600_000);
  sleptMs = 3_600_000;
}

test('reads the clock once, within a second of the host’s waking', async () => {
  await jest.advanceTimersByTimeAsync(10_000);
  const before = clock.nowMs();
  sleep();
  expect(clock.nowMs()).toBe(before);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThanOrEqual(1);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(query).toHaveBeenCalledTimes(1);
});

test('starts no second reading while one waits for a dead connection, and retries a second after its failure', async () => {
  let fail: ((reason: Error) => void) | undefined;
  query.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
  sleep();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(query).toHaveBeenCalledTimes(1);
  fail?.(new Error('Connection terminated'));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(query).toHaveBeenCalledTimes(2);
  expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThanOrEqual(1);
});

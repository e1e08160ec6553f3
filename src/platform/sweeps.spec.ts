import { caughtWarnings } from '../../test/harness/caught-warnings';
import type { PrimaryWatch } from './database/primary/primary-watch';
import { Sweeps } from './sweeps';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** When each sweep ran, in milliseconds after the start. */
async function runsOf(intervals: readonly number[], ms: number): Promise<number[][]> {
  const sweeps = new Sweeps();
  const start = Date.now();
  const runs = intervals.map((everyMs, at) => {
    const times: number[] = [];
    sweeps.every(everyMs, `sweep ${at}`, () => Promise.resolve(times.push(Date.now() - start)));
    return times;
  });
  sweeps.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(ms);
  await sweeps.beforeApplicationShutdown();
  return runs;
}

test('runs each sweep at its interval, first within it', async () => {
  for (const [at, times] of (await runsOf([1_000, 1_000, 1_000, 1_000], 3_000)).entries()) {
    const first = 1_000 - 250 * at;
    expect(times).toEqual([first, first + 1_000, first + 2_000]);
  }
});

test('begins no two sweeps in the same moment', async () => {
  const runs = await runsOf(
    Array.from({ length: 20 }, () => 1_000),
    5_000,
  );
  expect(runs.flat()).toHaveLength(100);
  expect(new Set(runs.flat()).size).toBe(100);
});

test('runs a sweep of a long interval a second early at most', async () => {
  const [, , times] = await runsOf([1_000, 1_000, 60_000], 130_000);
  expect(times).toEqual([60_000 - 2_000 / 3, 120_000 - 2_000 / 3].map(Math.floor));
});

test('runs nothing after the stop', async () => {
  const sweeps = new Sweeps();
  const run = jest.fn(() => Promise.resolve());
  sweeps.every(1_000, 'one', run);
  sweeps.onApplicationBootstrap();
  await sweeps.beforeApplicationShutdown();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(run).not.toHaveBeenCalled();
});

test('waits at most 5 s for sweeps that run at the stop', async () => {
  const sweeps = new Sweeps();
  let end: () => void = () => undefined;
  const run = jest.fn(() => new Promise<void>((resolve) => (end = resolve)));
  sweeps.every(1_000, 'long', run);
  sweeps.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(1_000);
  const stopped = jest.fn();
  const stopping = sweeps.beforeApplicationShutdown().then(stopped);
  await jest.advanceTimersByTimeAsync(4_999);
  expect(stopped).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(stopped).toHaveBeenCalled();
  end();
  await stopping;
  await jest.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('logs a sweep that goes on failing once a minute, and at once after a success', async () => {
  const lines = caughtWarnings();
  const sweeps = new Sweeps();
  let isAway = true;
  const run = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve());
  sweeps.every(1_000, 'due calls', run);
  sweeps.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(59_000);
  expect(lines).toEqual([expect.stringMatching(/^sweep due calls failed: .*away/)]);
  await jest.advanceTimersByTimeAsync(62_000);
  expect(lines).toHaveLength(3);
  isAway = false;
  await jest.advanceTimersByTimeAsync(2_000);
  isAway = true;
  await jest.advanceTimersByTimeAsync(2_000);
  expect(lines).toHaveLength(4);
  await sweeps.beforeApplicationShutdown();
});

describe('with a watched database', () => {
  let begin: () => void = () => undefined;
  const watch = { isSettling: false, onGeneration: (hook: () => void) => (begin = hook) };
  const watched = () => new Sweeps(watch as unknown as PrimaryWatch);

  test('runs what is short when a generation begins, one after another and none twice', async () => {
    const runs: string[] = [];
    let end: () => void = () => undefined;
    const sweeps = watched();
    const long = () => (runs.push('long'), new Promise<void>((resolve) => (end = resolve)));
    sweeps.every(59_999, 'long', long);
    sweeps.every(59_999, 'short', () => Promise.resolve(runs.push('short')));
    sweeps.every(60_000, 'cleanup', () => Promise.resolve(runs.push('cleanup')));
    begin();
    expect(runs).toEqual(['long']);
    begin();
    await jest.advanceTimersByTimeAsync(0);
    expect(runs).toEqual(['long', 'short']);
    end();
    await jest.advanceTimersByTimeAsync(0);
    expect(runs).toEqual(['long', 'short', 'short']);
  });

  test('recovers nothing of others while the database settles', async () => {
    const run = jest.fn(() => Promise.resolve());
    const sweeps = watched();
    sweeps.recoverEvery(1_000, 'lost legs', run);
    watch.isSettling = true;
    await sweeps.runAll();
    expect(run).not.toHaveBeenCalled();
    watch.isSettling = false;
    await sweeps.runAll();
    expect(run).toHaveBeenCalledTimes(1);
  });
});

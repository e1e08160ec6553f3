import { Logger } from '@nestjs/common';
import type { Clock } from '../../clock';
import { Endpoint } from '../access/endpoint';
import { type HostAnswer, HostProbe } from './host-probe';
import { PrimaryWatch } from './primary-watch';

const ANSWER: HostAnswer = {
  isStandby: false,
  timeline: 1,
  epochAtZero: 0,
  roundTripMs: 1,
  now: new Date(0),
  waitsForStandbys: false,
  synchronous: null,
};

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

async function answering(answer: HostAnswer | null, seconds: number): Promise<void> {
  jest.spyOn(HostProbe.prototype, 'read').mockResolvedValue(answer);
  await jest.advanceTimersByTimeAsync(seconds * 1_000);
}

test('settles while no primary is known, for 5 s of a generation, and after a corrected clock', async () => {
  jest.useFakeTimers();
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const clock = { epochAtZeroMs: 0, startReading: () => () => undefined };
  const watch = new PrimaryWatch([new Endpoint('postgres://localhost/service')], clock as unknown as Clock);
  const hook = jest.fn();
  watch.onGeneration(hook);
  watch.onApplicationBootstrap();
  await answering(ANSWER, 1);
  expect(watch.isSettling).toBe(false);
  await answering(null, 3);
  expect([watch.isSettling, watch.isFailoverRecent]).toEqual([true, false]);
  await answering(ANSWER, 1);
  expect([watch.isSettling, watch.isFailoverRecent, hook.mock.calls.length]).toEqual([true, true, 1]);
  await answering(ANSWER, 5);
  expect([watch.isSettling, watch.isFailoverRecent]).toEqual([false, true]);
  await answering(ANSWER, 10);
  expect(watch.isFailoverRecent).toBe(false);
  clock.epochAtZeroMs = -2_001;
  expect(watch.isSettling).toBe(true);
  await answering(ANSWER, 1);
  expect(watch.isSettling).toBe(false);
  watch.onApplicationShutdown();
});

test('breaks the connections of every way when one has lost the primary, then those of that which found it', async () => {
  jest.useFakeTimers();
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const ways = ['postgres://pooler/service', 'postgres://server/service'].map((url) => new Endpoint(url));
  const breaks = ways.map((way) => jest.spyOn(way, 'breakConnections'));
  const clock = { epochAtZeroMs: 0, startReading: () => () => undefined };
  const watch = new PrimaryWatch(ways, clock as unknown as Clock);
  const read = jest.spyOn(HostProbe.prototype, 'read').mockResolvedValue(ANSWER);
  watch.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(1_000);
  read.mockImplementation(function (this: HostProbe) {
    return Promise.resolve(this === read.mock.contexts[0] ? null : ANSWER);
  });
  await jest.advanceTimersByTimeAsync(3_000);
  expect([watch.standing, ...breaks.map(({ mock }) => mock.calls.length)]).toEqual(['lost', 1, 1]);
  read.mockResolvedValue(ANSWER);
  await jest.advanceTimersByTimeAsync(1_000);
  expect([watch.standing, ...breaks.map(({ mock }) => mock.calls.length)]).toEqual(['primary', 2, 1]);
  watch.onApplicationShutdown();
});

test('watches nothing on the embedded database', () => {
  const watch = new PrimaryWatch([], { epochAtZeroMs: 0 } as unknown as Clock);
  watch.onApplicationBootstrap();
  expect([watch.isSettling, watch.standing]).toEqual([false, 'primary']);
});

test('gives up a primary that is lost again while hooks of its generation wait', async () => {
  jest.useFakeTimers();
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const endpoint = new Endpoint('postgres://localhost/service');
  const clock = { epochAtZeroMs: 0, startReading: () => () => undefined };
  const watch = new PrimaryWatch([endpoint], clock as unknown as Clock);
  const after = async (answer: HostAnswer | null, seconds: number) => {
    await answering(answer, seconds);
    return [watch.standing, watch.generation];
  };
  watch.onGeneration(() => new Promise(() => undefined));
  watch.onApplicationBootstrap();
  expect(await after(ANSWER, 1)).toEqual(['primary', 1]);
  expect(await after(null, 3)).toEqual(['lost', 1]);
  expect(await after(ANSWER, 1)).toEqual(['primary', 2]);
  expect(await after(null, 3)).toEqual(['lost', 2]);
  expect(await after(ANSWER, 1)).toEqual(['primary', 3]);
  watch.onApplicationShutdown();
});

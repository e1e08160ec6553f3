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

test('gives up a primary that is lost again while hooks of its generation wait', async () => {
  jest.useFakeTimers();
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const read = jest.spyOn(HostProbe.prototype, 'read');
  const endpoint = new Endpoint('postgres://localhost/service');
  const clock = { epochAtZeroMs: 0, startReading: () => () => undefined };
  const watch = new PrimaryWatch([endpoint], clock as unknown as Clock);
  const answering = async (answer: HostAnswer | null, seconds: number) => {
    read.mockResolvedValue(answer);
    await jest.advanceTimersByTimeAsync(seconds * 1_000);
    return [watch.standing, watch.generation];
  };
  watch.onGeneration(() => new Promise(() => undefined));
  watch.onApplicationBootstrap();
  expect(await answering(ANSWER, 1)).toEqual(['primary', 1]);
  expect(await answering(null, 3)).toEqual(['lost', 1]);
  expect(await answering(ANSWER, 1)).toEqual(['primary', 2]);
  expect(await answering(null, 3)).toEqual(['lost', 2]);
  expect(await answering(ANSWER, 1)).toEqual(['primary', 3]);
  watch.onApplicationShutdown();
});

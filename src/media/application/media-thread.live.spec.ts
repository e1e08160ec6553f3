import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import workerThreads from 'node:worker_threads';
import { samplesOf } from '../domain/frame';
import { toneSamples } from '../domain/tones/tone';
import { readWav } from '../domain/wav';
import { MediaLegs } from './media-legs';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../../../test/harness/compile-threads.cjs'));

/** Every thread that was started, to end one as a crash does. */
const threads: workerThreads.Worker[] = [];
const { Worker } = workerThreads;
jest.spyOn(workerThreads, 'Worker').mockImplementation((...words) => {
  const thread = new Worker(...words);
  threads.push(thread);
  return thread;
});

const HOST = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'aics-legs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tone = (hertz: number, ms: number) => toneSamples({ hertz: [hertz], pattern: null, level: -16 }, ms);

async function until(check: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !check() && Date.now() < end;) await sleep(5);
  expect(check()).toBe(true);
}

test('ends the thread after its last leg, and starts one for the next leg', async () => {
  const own = new MediaLegs({ ports: '0', host: HOST, idleMs: 50 });
  await expect(own.lateness()).resolves.toBeNull();
  await (await own.openRtp()).close();
  await expect(own.lateness()).resolves.not.toBeNull();
  await sleep(150);
  await expect(own.lateness()).resolves.toBeNull();
  const before = await own.figures();
  const leg = await own.openRtp();
  await sleep(150);
  await expect(own.lateness()).resolves.toMatchObject({ ticks: expect.any(Number) });
  expect(own.size).toBe(1);
  await leg.close();
  expect((await own.figures()).lateness.ticks).toBeGreaterThan(before.lateness.ticks);
  await own.close();
});

test('closes every leg with a reason when its thread dies, and preserves written audio', async () => {
  const own = new MediaLegs({ ports: '0', host: HOST });
  const [one, other] = [await own.openRtp(), await own.openRtp()];
  const why: string[] = [];
  for (const leg of [one, other]) leg.listen({ onClosed: (reason) => why.push(reason) });
  one.onAnswered();
  const recording = await one.record(join(folder, 'dies.wav'));
  const playing = one.play(tone(500, 20_000));
  await sleep(1_300);
  await threads.at(-1)?.terminate();
  await until(() => why.length === 2);
  expect(why).toEqual([expect.stringMatching('media thread'), expect.stringMatching('media thread')]);
  await expect(playing).resolves.toMatchObject({ ended: 'closed' });
  const { path, lengthMs } = await recording.finished;
  expect(lengthMs).toBeGreaterThanOrEqual(1_000);
  expect(readWav(readFileSync(path)).channels[0]).toHaveLength(samplesOf(lengthMs));
  const next = await own.openRtp();
  await next.close();
  await own.close();
});

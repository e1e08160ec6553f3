import { HandMovedTime } from '../../../test/harness/simulated-network';
import type { TtsEngine } from '../domain/tts-engine';
import { PhraseCache } from './phrase-cache';
import { Synthesis } from './synthesis';

const SECOND = 8_000;
const sound = (samples: number) => new Int16Array(samples).fill(2_000);

/** Has a sentence made by an engine that gives `pieces`, each after its time. */
async function made(pieces: () => Iterable<readonly [ms: number, audio: Int16Array]>, lookMs = 120_000) {
  const time = new HandMovedTime();
  const asked: number[] = [];
  const began = time.nowMs;
  const engine: TtsEngine = {
    name: 'trickles',
    async *speak() {
      asked.push(time.nowMs - began);
      for (const [ms, audio] of pieces()) {
        await new Promise<void>((go) => time.after(ms, go));
        yield audio;
      }
    },
  };
  const failures: unknown[] = [];
  const synthesis = new Synthesis({
    engine,
    spare: null,
    settings: { language: 'english', voice: 'x', pace: null, temperature: null, modulation: null },
    pronunciations: [],
    timers: time,
    cache: new PhraseCache(),
    mayCache: () => false,
    onFailure: (_, error) => failures.push((error as Error).name),
  });
  const utterance = synthesis.speak('Hello, can we talk?', new AbortController().signal);
  const end: { atMs: number | null } = { atMs: null };
  const read = async () => {
    for await (const _ of utterance);
    end.atMs = time.nowMs - began;
  };
  void read();
  for (let passed = 0; passed < lookMs && end.atMs === null; passed += 100) await time.move(100);
  const { ms, isSilent, isWhole } = utterance;
  return { asked, failures, endedMs: end.atMs, ms, isSilent, isWhole };
}

function* always(ms: number, audio: Int16Array): Generator<readonly [number, Int16Array]> {
  for (;;) yield [ms, audio];
}

test('retries an engine that trickles once, and fails like a silent one', async () => {
  const { asked, endedMs, failures, isSilent } = await made(() => always(1_500, sound(3)));
  expect([asked.length, failures, isSilent]).toEqual([2, ['TimeoutError', 'TimeoutError'], true]);
  expect(endedMs).toBeLessThanOrEqual(4_100);
});

test('treats pieces without audio as no audio', async () => {
  const { asked, endedMs, isSilent } = await made(() => always(500, new Int16Array(0)));
  expect([asked, endedMs, isSilent]).toEqual([[0, 2_000], 4_000, true]);
});

test('plays a sentence as far as it came when it begins to trickle in the middle', async () => {
  const { asked, failures, ms, isSilent, isWhole, endedMs } = await made(function* () {
    yield [500, sound(SECOND)];
    yield* always(1_500, sound(3));
  });
  expect([asked.length, failures.length, isSilent, isWhole]).toEqual([1, 1, false, false]);
  expect(ms).toBeLessThan(1_100);
  expect(endedMs).toBeLessThanOrEqual(2_700);
});

test('accepts an engine at the speed of the audio', async () => {
  const { failures, ms, isWhole } = await made(function* () {
    yield [1_800, sound(SECOND / 5)];
    for (let n = 0; n < 50; n++) yield [200, sound(SECOND / 5)];
  });
  expect([failures, isWhole]).toEqual([[], true]);
  expect(ms).toBe(51 * 200);
});

test('times out after 30 s for a sentence', async () => {
  const { endedMs, isWhole, isSilent } = await made(() => always(200, sound(SECOND / 8)));
  expect([isWhole, isSilent]).toEqual([false, false]);
  expect(endedMs).toBe(30_000);
});

import { setTimeout as wait } from 'node:timers/promises';
import { LANGUAGES } from '../../src/shared-kernel/language';
import { REAL_TIMERS } from '../../src/platform/timers';
import { describeFailure, Recognition, type SttEngine } from '../../src/speech';
import { DeepgramStt } from '../../src/speech/infrastructure/deepgram-stt';
import { OpenAiStt } from '../../src/speech/infrastructure/openai-stt';
import { SarvamStt } from '../../src/speech/infrastructure/sarvam-stt';
import { FakeStt } from '../harness/speech-engines';
import { SttFake, type SttFault } from '../harness/speech-fakes/stt-fake';
import { STT_KEY, STT_PROTOCOLS } from '../harness/speech-fakes/stt-protocols';
import { TranscriptionsFake } from '../harness/speech-fakes/transcriptions-fake';

/**
 * Every cloud recognizer over its fake, in real time, as a talk uses it. The talks run at once: each waits, none works.
 */
type Fake = SttFake | TranscriptionsFake;

const server = (url: string, model: string) => ({ url, apiKey: STT_KEY, model });
const ENGINES: Readonly<Record<string, () => Promise<readonly [Fake, SttEngine]>>> = {
  sarvam: async () => {
    const fake = await SttFake.start(STT_PROTOCOLS.realtime, STT_PROTOCOLS.flushed);
    return [fake, new SarvamStt(server(fake.url, 'saaras:v3-realtime'))];
  },
  'sarvam without access to its realtime endpoint': async () => {
    const fake = await SttFake.start(STT_PROTOCOLS.flushed);
    return [fake, new SarvamStt(server(fake.url, 'saaras:v3-realtime'))];
  },
  deepgram: async () => {
    const fake = await SttFake.start(STT_PROTOCOLS.deepgram);
    return [fake, new DeepgramStt(server(fake.url, 'nova-3'))];
  },
  openai: async () => {
    const fake = await TranscriptionsFake.start();
    return [fake, new OpenAiStt({ ...server(`${fake.url}/v1`, 'whisper-1'), languages: null })];
  },
};
const OLDER = 'sarvam without access to its realtime endpoint';

const WORDS = 'main Dilli mein padhna chahta hoon';
const SPOKEN_MS = 1_200;
/** The longest silence of an engine. */
const LONGEST_SILENCE_MS = 4_000;
const SHAPE = 'an answer that is not as it should be';

interface Case {
  readonly fault: SttFault | null;
  /** How often it goes wrong (1). */
  readonly times?: number;
  /** Reported failures. */
  readonly failures: readonly string[];
  readonly words?: string;
  /** The end of the turn comes after a moment of quiet. */
  readonly pauses?: boolean;
  readonly without?: readonly string[];
}

const CASES: readonly Case[] = [
  { fault: null, failures: [] },
  { fault: null, failures: [], pauses: true },
  { fault: 'slow', failures: [], without: [OLDER, 'deepgram'] },
  { fault: 'doubled', failures: [], without: [OLDER, 'openai'] },
  { fault: 'silent', failures: ['no answer in time'], without: [OLDER, 'deepgram'] },
  { fault: 'broken', failures: ['the connection was lost'] },
  { fault: 401, failures: ['HTTP 401'] },
  { fault: 429, failures: ['HTTP 429'] },
  { fault: 500, failures: ['HTTP 500'] },
  { fault: 'wrong json', failures: [SHAPE], without: ['openai'] },
  { fault: 'wrong shape', failures: [SHAPE], without: ['openai'] },
  { fault: 500, times: 2, failures: ['HTTP 500', 'HTTP 500'], words: 'words of the spare' },
];

interface Outcome {
  readonly words: string | null;
  readonly failures: readonly string[];
  readonly partials: readonly string[];
  /** From the end of the turn to its words. */
  readonly waitedMs: number;
  readonly heardMs: readonly number[];
  readonly problems: readonly string[];
  readonly next: string | null;
}

/** Sends sounds and silence in real time. */
function speaker(recognition: Recognition) {
  const feed = (level: number) => async (ms: number) => {
    for (let left = ms; left > 0; left -= 100) {
      recognition.feed(new Int16Array(800).fill(level));
      await wait(100);
    }
  };
  return { speak: feed(1_000), pause: feed(0) };
}

/** A turn in real time, and a second one. */
async function talk(engine: string, { fault, times = 1, pauses = false }: Case): Promise<Outcome> {
  const [fake, stt] = await ENGINES[engine]!();
  fake.words.push(WORDS, 'ji haan');
  // Sarvam without access is tried at its other endpoint, too.
  const tries = engine === 'sarvam' && fault === 401 ? 2 * times : times;
  fake.faults.push(...Array.from({ length: tries }, () => fault));
  const spare = new FakeStt(REAL_TIMERS, { name: 'spare' });
  spare.finals.push('words of the spare', 'more of them');
  const [failures, partials]: [string[], string[]] = [[], []];
  const recognition = new Recognition({
    engines: [stt, spare],
    language: 'hinglish',
    keyterms: ['Dilli', 'B.Tech'],
    timers: REAL_TIMERS,
    onPartial: (text) => partials.push(text),
    onFailure: (_, error) => failures.push(describeFailure(error)),
  });
  const { speak, pause } = speaker(recognition);
  recognition.open();
  await speak(SPOKEN_MS);
  if (pauses) recognition.onPause();
  if (pauses) await pause(300);
  const endedMs = performance.now();
  const words = await recognition.end();
  const waitedMs = performance.now() - endedMs;
  const [shown, heardMs] = [[...partials], [...fake.heardMs]];
  await speak(400);
  const next = await recognition.end();
  recognition.close();
  fake.close();
  return { words, failures, partials: shown, waitedMs, heardMs, problems: fake.problems, next };
}

const ROWS = Object.keys(ENGINES).flatMap((engine) =>
  CASES.filter(({ without = [] }) => !without.includes(engine)).map((row) => ({
    engine,
    row,
    name: `${row.fault ?? 'nothing'}${row.times === 2 ? ' twice' : ''}${row.pauses ? ', read at a pause' : ''}`,
  })),
);
const outcomes = new Map<Case, Map<string, Promise<Outcome>>>();
beforeAll(() => {
  for (const { engine, row } of ROWS) {
    const talks = outcomes.get(row) ?? new Map<string, Promise<Outcome>>();
    outcomes.set(row, talks.set(engine, talk(engine, row)));
  }
});

test.each(ROWS)('$engine, what goes wrong: $name', async ({ engine, row }) => {
  const outcome = await outcomes.get(row)!.get(engine)!;
  expect(outcome.problems).toEqual([]);
  expect(outcome.failures).toEqual(row.failures);
  expect(outcome.words).toBe(row.words ?? WORDS);
  expect(outcome.waitedMs).toBeLessThan(LONGEST_SILENCE_MS);
  expect(outcome.next).toBe(row.words === undefined ? 'ji haan' : 'more of them');
  // The engine that returns the words has received the whole turn.
  if (row.words === undefined && !row.pauses) expect(outcome.heardMs).toEqual([SPOKEN_MS]);
  // They were there already.
  if (row.pauses && engine !== 'openai') expect(outcome.waitedMs).toBeLessThan(100);
  expect(JSON.stringify([outcome.failures])).not.toMatch(/secret|Dilli|127\.0\.0\.1/u);
});

test.concurrent(
  'Deepgram takes what it has after 400 ms, and late words belong to no other turn',
  async () => {
    const [fake, stt] = await ENGINES['deepgram']!();
    fake.finalMs = 800;
    fake.words.push(WORDS, 'ji haan');
    const shown: string[] = [];
    const recognition = new Recognition({
      engines: [stt],
      language: null,
      keyterms: [],
      timers: REAL_TIMERS,
      onPartial: (text) => shown.push(text),
      onFailure: () => undefined,
    });
    recognition.open();
    const { speak } = speaker(recognition);
    await speak(SPOKEN_MS);
    expect(await recognition.end()).toBe('main Dilli mein padhna');
    expect(shown.at(-1)).toBe('main Dilli mein padhna');
    fake.finalMs = 100;
    await speak(1_000);
    expect(await recognition.end()).toBe('ji haan');
    recognition.close();
    fake.close();
  },
);

test.concurrent.each(['sarvam', OLDER, 'deepgram'])(
  '%s: who speaks on after a pause has said one turn',
  async (name) => {
    const [fake, stt] = await ENGINES[name]!();
    fake.words.push('main Dilli mein', 'padhna chahta hoon');
    const recognition = new Recognition({
      engines: [stt],
      language: null,
      keyterms: [],
      timers: REAL_TIMERS,
      onPartial: () => undefined,
      onFailure: () => undefined,
    });
    recognition.open();
    const speak = async (ms: number) => {
      for (let left = ms; left > 0; left -= 100) {
        recognition.feed(new Int16Array(800).fill(1_000));
        await wait(100);
      }
    };
    await speak(700);
    recognition.onPause();
    await speak(300);
    recognition.resumed();
    await speak(700);
    recognition.onPause();
    // Its last words are not there yet.
    expect(await recognition.end()).toBe('main Dilli mein padhna chahta hoon');
    expect(fake.problems).toEqual([]);
    recognition.close();
    fake.close();
  },
);

test.concurrent.each(['sarvam', OLDER, 'deepgram'])(
  '%s: audio that comes at once is heard out',
  async (name) => {
    const [fake, stt] = await ENGINES[name]!();
    fake.words.push(WORDS);
    fake.finalMs = 3_500;
    const events = { partial: () => undefined, failed: () => undefined };
    const stream = await stt.open(
      { language: null, keyterms: [], signal: new AbortController().signal },
      events,
    );
    // As a recording is transcribed, and a turn is sent once more.
    for (let at = 0; at < 5; at++) stream.feed(new Int16Array(8_000).fill(at === 0 ? 1_000 : 0));
    expect(await stream.end()).toBe(WORDS);
    stream.close();
    fake.close();
  },
);

test('words are shown while they are spoken, by engines that report them', async () => {
  for (const engine of ['sarvam', 'deepgram']) {
    const { partials } = await outcomes.get(CASES[0]!)!.get(engine)!;
    expect(partials.slice(0, 3)).toEqual(['main', 'main Dilli', 'main Dilli mein']);
  }
  expect((await outcomes.get(CASES[0]!)!.get(OLDER)!).partials).toEqual([]);
});

const SETTINGS = [...LANGUAGES, null, 'en-US', 'EN-gb', 'hi-Latn', 'ta-IN', 'or'];
const UNHEARD = { deepgram: ['malayalam', 'odia', 'or'], sarvam: [], [OLDER]: [] };

test.each(Object.entries(UNHEARD))('%s is asked for its languages as it documents', async (name, unheard) => {
  const [fake, stt] = await ENGINES[name]!();
  expect(SETTINGS.filter((language) => !stt.recognizes(language))).toEqual(unheard);
  const opened = SETTINGS.filter((language) => stt.recognizes(language)).map(async (language) => {
    const options = {
      language,
      keyterms: Array(100).fill('अ'.repeat(64)),
      signal: new AbortController().signal,
    };
    (await stt.open(options, { partial: () => undefined, failed: () => undefined })).close();
  });
  await Promise.all(opened);
  expect(fake.problems).toEqual([]);
  // Servers refuse long addresses.
  expect(Math.max(...fake.asked.map(({ href }) => href.length))).toBeLessThan(4_096);
  fake.close();
});

test('Odia has two names at Sarvam: the other is tried when one is refused', async () => {
  const [fake, stt] = await ENGINES['sarvam']!();
  fake.faults.push(400);
  const options = { language: 'odia', keyterms: [], signal: new AbortController().signal };
  const opening = stt.open(options, { partial: () => undefined, failed: () => undefined });
  await expect(opening).rejects.toThrow('HTTP 400');
  expect(fake.asked.map(({ searchParams }) => searchParams.get('language_code'))).toEqual(['or-IN', 'od-IN']);
  fake.close();
});

import { LANGUAGES } from '../../src/shared-kernel/language';
import { REAL_TIMERS } from '../../src/platform/kernel/time/timers';
import { describeFailure, Recognition } from '../../src/speech';
import { FakeStt } from '../harness/speech-engines';
import { SARVAM_WITHOUT_REALTIME, speaker, STT_ENGINES } from '../harness/speech-fakes/stt-engines';
import type { SttFault } from '../harness/speech-fakes/stt-fake';

/**
 * Every cloud recognizer over its fake, in real time, as a talk uses it. The talks run at once: each waits, none works.
 */

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
  { fault: 'slow', failures: [], without: [SARVAM_WITHOUT_REALTIME, 'deepgram'] },
  { fault: 'doubled', failures: [], without: [SARVAM_WITHOUT_REALTIME, 'openai'] },
  { fault: 'silent', failures: ['no answer in time'], without: [SARVAM_WITHOUT_REALTIME, 'deepgram'] },
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

/** A turn in real time, and a second one. */
async function talk(engine: string, { fault, times = 1, pauses = false }: Case): Promise<Outcome> {
  const [fake, stt] = await STT_ENGINES[engine]!();
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

const ROWS = Object.keys(STT_ENGINES).flatMap((engine) =>
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

test.each(ROWS)('handles $name of $engine', async ({ engine, row }) => {
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

test('shows words while they are spoken, by engines that report them', async () => {
  for (const engine of ['sarvam', 'deepgram']) {
    const { partials } = await outcomes.get(CASES[0]!)!.get(engine)!;
    expect(partials.slice(0, 3)).toEqual(['main', 'main Dilli', 'main Dilli mein']);
  }
  expect((await outcomes.get(CASES[0]!)!.get(SARVAM_WITHOUT_REALTIME)!).partials).toEqual([]);
});

const SETTINGS = [...LANGUAGES, null, 'en-US', 'EN-gb', 'hi-Latn', 'ta-IN', 'or'];
const UNHEARD = { deepgram: ['malayalam', 'odia', 'or'], sarvam: [], [SARVAM_WITHOUT_REALTIME]: [] };

test.each(Object.entries(UNHEARD))('requests the languages of %s as it documents', async (name, unheard) => {
  const [fake, stt] = await STT_ENGINES[name]!();
  expect(SETTINGS.filter((language) => !stt.recognizes(language))).toEqual(unheard);
  const opened = SETTINGS.filter((language) => stt.recognizes(language)).map(async (language) => {
    const options = {
      language,
      keyterms: Array(100).fill('अ'.repeat(64)),
      signal: new AbortController().signal,
    };
    (await stt.open(options, { partial: () => undefined, onFailed: () => undefined })).close();
  });
  await Promise.all(opened);
  expect(fake.problems).toEqual([]);
  // Servers refuse long addresses.
  expect(Math.max(...fake.asked.map(({ href }) => href.length))).toBeLessThan(4_096);
  fake.close();
});

test('tries the second name of Odia at Sarvam when one is refused', async () => {
  const [fake, stt] = await STT_ENGINES['sarvam']!();
  fake.faults.push(400);
  const options = { language: 'odia', keyterms: [], signal: new AbortController().signal };
  const opening = stt.open(options, { partial: () => undefined, onFailed: () => undefined });
  await expect(opening).rejects.toThrow('HTTP 400');
  expect(fake.asked.map(({ searchParams }) => searchParams.get('language_code'))).toEqual(['or-IN', 'od-IN']);
  fake.close();
});

test('tries the realtime endpoint of Sarvam 10 minutes after it was refused, however many talks came since', async () => {
  const [fake, stt] = await STT_ENGINES[SARVAM_WITHOUT_REALTIME]!();
  const options = { language: 'hindi', keyterms: [], signal: new AbortController().signal };
  const [now, startMs] = [jest.spyOn(performance, 'now'), performance.now()];
  const paths: string[][] = [];
  for (const minutes of [0, 6, 11]) {
    now.mockReturnValue(startMs + 60_000 * minutes);
    const before = fake.asked.length;
    (await stt.open(options, { partial: () => undefined, onFailed: () => undefined })).close();
    paths.push(fake.asked.slice(before).map(({ pathname }) => pathname));
  }
  now.mockRestore();
  const [realtime, flushed] = ['/speech-to-text-realtime/ws', '/speech-to-text/ws'];
  expect(paths).toEqual([[realtime, flushed], [flushed], [realtime, flushed]]);
  fake.close();
});

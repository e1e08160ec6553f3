import { setTimeout as wait } from 'node:timers/promises';
import { REAL_TIMERS } from '../../src/platform/kernel/time/timers';
import { describeFailure, PhraseCache, Synthesis, type TtsEngine } from '../../src/speech';
import { defaultVoice, engineOf, listVoices } from '../../src/agents/domain/voice-catalogue';
import { enginesOf } from '../../src/speech/infrastructure/engines';
import { readConfig } from '../../src/platform/config/config';
import { CLOUD_TTS, type CloudTtsName } from '../../src/platform/config/config-speech-servers';
import { TtsFake, type TtsFault } from '../harness/speech-fakes/tts-fake';
import { TTS_KEY, TTS_PROTOCOLS } from '../harness/speech-fakes/tts-protocols';

/** Every cloud voice over its fake, in real time, as a talk uses it. All at once: each waits, none works. */
const NAMES = Object.keys(CLOUD_TTS) as CloudTtsName[];

/** The engine as it is made from its variables. The path of its address is the default's. */
function engineAt(name: CloudTtsName, fake: string): TtsEngine {
  const { key, url } = CLOUD_TTS[name];
  const [variable, usual] = url;
  const path = usual === null ? '' : new URL(usual).pathname;
  const { tts } = enginesOf(readConfig({ [key]: TTS_KEY, [variable]: `${fake}${path}` }).speech);
  return tts.find((engine) => engine.name === name)!;
}

const voiceOf = (name: CloudTtsName): string => defaultVoice(engineOf(name)!, null)!.id;

const TEXT = 'Namaste & "swagat" hai.';
const WHOLE_MS = TtsFake.lengthMs(TEXT);
const SHAPE = 'an answer that is not as it should be';
const LATE = 'no answer in time';
/** Retried after 2 s. */
const LONGEST_MS = 4_000;

const HEARD = {
  all: [WHOLE_MS - 2, WHOLE_MS + 2],
  half: [WHOLE_MS / 4, (3 * WHOLE_MS) / 4],
  nothing: [0, 0],
} as const;

interface Case {
  readonly fault: TtsFault | null;
  /** How often it goes wrong (1). */
  readonly times?: number;
  readonly failures: readonly string[];
  /** Received part of the sentence: all (default), half or nothing. */
  readonly heard?: 'half' | 'nothing';
  readonly without?: readonly CloudTtsName[];
}

const CASES: readonly Case[] = [
  { fault: null, failures: [] },
  { fault: 'slow', failures: [] },
  { fault: 'odd', failures: [] },
  // 24 kHz in a file with a header of 8 kHz.
  { fault: 'wav', failures: [], without: ['openai'] },
  { fault: 'silent', failures: [LATE] },
  { fault: 'stalled', failures: [LATE] },
  { fault: 'empty', failures: ['no audio came'] },
  { fault: 401, failures: ['HTTP 401'] },
  { fault: 429, failures: ['HTTP 429'] },
  { fault: 500, failures: ['HTTP 500'] },
  { fault: 'wrong json', failures: [SHAPE] },
  { fault: 'broken', failures: ['the connection was lost'], heard: 'half', without: ['google'] },
  { fault: 500, times: 2, failures: ['HTTP 500', 'HTTP 500'], heard: 'nothing' },
];

async function sentence(name: CloudTtsName, { fault, times = 1 }: Case) {
  const fake = await TtsFake.start(TTS_PROTOCOLS[name]);
  fake.faults.push(...Array.from({ length: times }, () => fault));
  const failures: string[] = [];
  const engine = engineAt(name, fake.url);
  const synthesis = new Synthesis({
    engine,
    spare: null,
    pronunciations: [],
    timers: REAL_TIMERS,
    settings: { language: 'hinglish', voice: voiceOf(name), pace: 1.5, temperature: 1.4, modulation: 1.5 },
    cache: new PhraseCache(),
    mayCache: () => false,
    onFailure: (_, error) => failures.push(describeFailure(error)),
  });
  const beganMs = performance.now();
  const utterance = synthesis.speak(TEXT, new AbortController().signal);
  await utterance.begun;
  const firstMs = performance.now() - beganMs;
  let heardMs = 0;
  for await (const audio of utterance) heardMs += audio.length / 8;
  synthesis.close();
  fake.close();
  await (engine as { close?(): Promise<void> }).close?.();
  return { failures, firstMs, heardMs, said: fake.said };
}

const ROWS = NAMES.flatMap((name) =>
  CASES.filter(({ without = [] }) => !without.includes(name)).map((row) => ({
    engine: name,
    row,
    name: `${row.fault ?? 'nothing'}${row.times === 2 ? ' twice' : ''}`,
  })),
);
const outcomes = new Map<object, ReturnType<typeof sentence>>();
beforeAll(() => {
  // One after another: 65 that begin in one moment are late by themselves.
  for (const [at, one] of ROWS.entries()) {
    outcomes.set(
      one,
      wait(at * 30).then(() => sentence(one.engine, one.row)),
    );
  }
});

test.each(ROWS)('handles $name of $engine', async (one) => {
  const { failures, firstMs, heardMs, said } = await outcomes.get(one)!;
  expect(failures).toEqual(one.row.failures);
  const [least, most] = HEARD[one.row.heard ?? 'all'];
  expect(heardMs).toBeGreaterThanOrEqual(least);
  expect(heardMs).toBeLessThanOrEqual(most);
  expect(firstMs).toBeLessThan(LONGEST_MS);
  expect(new Set(said)).toEqual(new Set(one.row.heard === 'nothing' ? [] : [TEXT]));
  expect(failures.join()).not.toMatch(/secret|Namaste|127\.0\.0\.1/u);
});

const agents = listVoices().flatMap(({ id, voices, languages }) =>
  NAMES.some((name) => name === id)
    ? languages.map((language) => ({
        engine: id as CloudTtsName,
        language,
        voice: voices.find((one) => one.languages.includes(language))!.id,
      }))
    : [],
);

test('requests every voice of the catalogue as its engine documents, in all its languages', async () => {
  for (const name of NAMES) {
    const fake = await TtsFake.start(TTS_PROTOCOLS[name]);
    fake.firstMs = 0;
    const engine = engineAt(name, fake.url);
    const mine = agents.filter((agent) => agent.engine === name);
    expect(mine.length).toBeGreaterThan(0);
    const spoken = mine.map(async ({ language, voice }) => {
      const settings = { language, voice, pace: 2, temperature: 2, modulation: 2.5 };
      let samples = 0;
      for await (const audio of engine.speak('Ji.', settings, new AbortController().signal))
        samples += audio.length;
      return [language, samples > 0];
    });
    expect(await Promise.all(spoken)).toEqual(mine.map(({ language }) => [language, true]));
    fake.close();
    await (engine as { close?(): Promise<void> }).close?.();
  }
});

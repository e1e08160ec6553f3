import { type ListenResult, type Spoken, written } from '../../src/conversation';
import { tones } from '../../src/media';
import { FakeLegs, type FakePhone } from './fake-legs';
import type { Interruption, Patience } from '../../src/shared-kernel/talk';
import { PhraseCache, Recognition, Synthesis, type TtsEngine } from '../../src/speech';
import type { TalkObserver } from '../../src/voice';
import type { VoiceEvent } from '../../src/voice/speech-input-options';
import { VoiceSession } from '../../src/voice/voice-session';
import type { VoiceSessionOptions } from '../../src/voice/voice-session-options';
import type { StartTransfer } from '../../src/voice/transfer';
import type { Stage } from '../../src/voice/talk-metrics';
import { HandMovedTime } from './simulated-network';
import { FakeStt, type FakeSttOptions, FakeTts, type FakeVoice } from './speech-engines';

export interface VoiceDriverOptions extends FakeSttOptions {
  readonly interruption?: Interruption;
  readonly patience?: Patience;
  readonly direction?: 'outbound' | 'inbound';
  readonly language?: string;
  readonly voice?: readonly FakeVoice[];
  /** A second recognizer. */
  readonly spareStt?: FakeSttOptions;
  readonly spareTts?: (time: HandMovedTime) => TtsEngine;
  /** Phrases that are made before the call is answered. */
  readonly prepared?: readonly string[];
  /** Phrases that are still being made then. */
  readonly preparing?: readonly string[];
  readonly transfer?: StartTransfer;
  readonly observer?: TalkObserver;
}

export const TROUBLE = 'We are sorry.';
export const THINKING = ['Let me see.', 'One moment.'];

/** Speech of a person, for a voice detector. */
export const speech = (ms: number): Int16Array =>
  tones.toneSamples({ hertz: [300, 600], pattern: [180, 40], level: -20 }, ms);
export const silence = (ms: number): Int16Array => new Int16Array(ms * 8);
/** Noise of a line or a street, always the same. */
export const noise = (ms: number, level: number): Int16Array => {
  const peak = 32_768 * 10 ** (level / 20) * Math.sqrt(3);
  let state = 1;
  return Int16Array.from({ length: ms * 8 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return peak * (2 * (state / 2_147_483_647) - 1);
  });
};
/** Chords, one after another: what some networks play instead of ringing. */
export const music = (ms: number): Int16Array =>
  Int16Array.from({ length: ms * 8 }, (_, at) => {
    const root = 220 * 2 ** ([0, 5, 7, 3][Math.floor(at / 4_800) % 4]! / 12);
    const chord = [1, 1.26, 1.5].map((step) => Math.sin((2 * Math.PI * root * step * at) / 8_000));
    return 1_600 * chord.reduce((sum, wave) => sum + wave, 0);
  });
export const beep = (ms: number): Int16Array =>
  tones.toneSamples({ hertz: [1_000], pattern: null, level: -12 }, ms);

/** The engines of a session, on its clock, and those that failed. */
function enginesOf(options: VoiceDriverOptions, time: HandMovedTime) {
  const { language = 'english' } = options;
  const stt = new FakeStt(time, options);
  const spareStt = options.spareStt ? new FakeStt(time, { name: 'spare', ...options.spareStt }) : null;
  const tts = new FakeTts(time, options.voice);
  const failures: string[] = [];
  const onFailure = (engine: string) => failures.push(engine);
  const synthesis = new Synthesis({
    engine: tts,
    spare: options.spareTts?.(time) ?? null,
    settings: { language, voice: 'x', pace: null, temperature: null, modulation: null },
    pronunciations: [],
    timers: time,
    onFailure,
    cache: new PhraseCache(),
    mayCache: () => false,
  });
  const recognize: VoiceSessionOptions['recognize'] = (onPartial) => {
    const engines = [stt, ...(spareStt ? [spareStt] : [])];
    const recognition = new Recognition({
      engines,
      language,
      keyterms: [],
      timers: time,
      onPartial,
      onFailure,
    });
    recognition.open();
    return recognition;
  };
  return { stt, spareStt, tts, synthesis, recognize, failures };
}

function countedFigures() {
  const took: Partial<Record<Stage, number>> = {};
  const figures = { bargeIns: 0, took };
  const metrics: VoiceSessionOptions['figures'] = {
    observe: (driver, ms) => (took[driver] = ms),
    bargedIn: () => (figures.bargeIns += 1),
    speechFailed: () => undefined,
  };
  return { figures, metrics };
}

const followersOf = ({ transfer, observer }: VoiceDriverOptions) => ({ transfer, observer });

/** A voice session, its phone and its engines, on one virtual clock. */
export async function voiceDriver(options: VoiceDriverOptions = {}) {
  const [legs, time] = [new FakeLegs(), new HandMovedTime()];
  const { leg, phone } = await legs.open();
  const { synthesis, recognize, ...engines } = enginesOf(options, time);
  const facts: VoiceEvent[] = [];
  const { figures, metrics } = countedFigures();
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 20) {
      await legs.advance(20);
      await time.move(20);
    }
  };
  const preparing = synthesis.prepare(options.prepared ?? []);
  await pass(100);
  await preparing;
  engines.tts.asked.length = 0;
  void synthesis.prepare(options.preparing ?? []);
  leg.onAnswered();
  const session = new VoiceSession(leg, {
    timers: time,
    now: () => leg.startedAt + legs.nowMs,
    language: options.language ?? 'english',
    interruption: options.interruption ?? 'normal',
    patience: options.patience ?? 'normal',
    direction: options.direction ?? 'outbound',
    synthesis,
    recognize,
    phrases: { trouble: TROUBLE, thinking: THINKING },
    ...followersOf(options),
    emit: (fact) => facts.push(fact),
    figures: metrics,
  });
  await pass(20);
  const parts = { session, leg, phone, ...engines, facts, figures, pass, legs, time };
  return { ...parts, ...actionsOf(session, phone) };
}

function actionsOf(session: VoiceSession, phone: FakePhone) {
  const watch = <T>(promise: Promise<T>) => {
    const watched: { value: T | undefined; atMs: number | null } = { value: undefined, atMs: null };
    void promise.then((value) => {
      [watched.value, watched.atMs] = [value, session.nowMs()];
    });
    return watched;
  };
  return {
    /** Starts an utterance; `value` and `atMs` are set once it has ended. */
    say: (text: string | AsyncIterable<string>) =>
      watch<Spoken | null>(session.speak(typeof text === 'string' ? written(text) : text)),
    listen: (forMs = 8_000) => watch<ListenResult>(session.listen(forMs)),
    watch,
    /** The phone received sound in the last 100 ms. */
    sounds: () => phone.received.slice(-5).some((frame) => frame.some((sample) => Math.abs(sample) > 200)),
  };
}

/** A number that lies so near. */
export const near = (expected: number, by = 60) => ({
  asymmetricMatch: (value: unknown) => typeof value === 'number' && Math.abs(value - expected) <= by,
  toString: () => `about ${expected}`,
});

/** The opening line is over: what comes then can be interrupted by speech. */
export async function opened(...options: Parameters<typeof voiceDriver>) {
  const driver = await voiceDriver(...options);
  const opening = driver.say('Hello.');
  await driver.pass(1_000);
  expect(opening.value?.playedText).toBe('Hello.');
  return driver;
}

/** What has no end for a while. */
export async function* slow(pass: (go: () => void) => void, text: string) {
  await new Promise<void>(pass);
  yield text;
}

export const LONG = 'This sentence is long enough to be interrupted in its middle.';

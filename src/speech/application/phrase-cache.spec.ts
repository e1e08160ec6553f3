import { HandMovedTime } from '../../../test/harness/simulated-network';
import { FakeTts, type FakeVoice } from '../../../test/harness/speech-engines';
import type { PhraseStore } from '../domain/phrase-store';
import { PhraseCache } from './phrase-cache';
import { Synthesis } from './synthesis';
import { Utterance } from './utterance';

const SETTINGS = { language: 'english', voice: 'x', pace: null, temperature: null, modulation: null };
const phrase = (text: string, voice = 'x') => ({ engine: 'a', settings: { ...SETTINGS, voice }, text });

const sound = (ms: number) => new Int16Array(8 * ms).fill(2_000);

/** Phrases that outlive a process. */
function folder() {
  const stored = new Map<string, Int16Array>();
  const store: PhraseStore = {
    read: (key) => Promise.resolve(stored.get(key) ?? null),
    write: (key, audio) => {
      stored.set(key, audio);
      return Promise.resolve();
    },
  };
  return { stored, store };
}

function utterance(ms: number): Utterance {
  const made = new Utterance('…');
  made.add(sound(ms));
  made.end('whole');
  return made;
}

test('identifies a phrase by its engine, voice and text', () => {
  const cache = new PhraseCache();
  const one = utterance(100);
  cache.add(phrase('Hello.'), one);
  expect(cache.find(phrase('Hello.'))).toBe(one);
  for (const other of [phrase('Hello!'), phrase('Hello.', 'y'), { ...phrase('Hello.'), engine: 'b' }])
    expect(cache.find(other)).toBeUndefined();
});

test('drops the least used phrase beyond its bound', () => {
  const cache = new PhraseCache(null, 1_000);
  for (const text of ['one', 'two', 'three']) cache.add(phrase(text), utterance(300));
  cache.find(phrase('one'));
  cache.add(phrase('four'), utterance(300));
  const kept = ['one', 'two', 'three', 'four'].filter((text) => cache.find(phrase(text)) !== undefined);
  expect(kept).toEqual(['one', 'three', 'four']);
  cache.add(phrase('too long'), utterance(1_200));
  expect(cache.find(phrase('too long'))).toBeUndefined();
});

describe('PhraseCache over several talks', () => {
  let cache: PhraseCache;
  let tts: FakeTts;
  let time: HandMovedTime;
  beforeEach(() => {
    time = new HandMovedTime();
    [cache, tts] = [new PhraseCache(), new FakeTts(time)];
  });
  const talk = (over: object = {}) =>
    new Synthesis({
      engine: tts,
      spare: null,
      settings: SETTINGS,
      pronunciations: [],
      timers: time,
      cache,
      mayCache: (text: string) => text === 'Thank you.',
      onFailure: () => undefined,
      ...over,
    });
  const say = async (synthesis: Synthesis, text: string) => {
    const made = synthesis.speak(text, new AbortController().signal);
    await time.move(100);
    return made.ms;
  };

  test('synthesizes a phrase of all talks once, whether prepared or spoken', async () => {
    await talk().prepare(['We are sorry.'], true);
    const first = await say(talk(), 'Thank you.');
    expect(tts.asked).toEqual(['We are sorry.', 'Thank you.']);
    const later = talk();
    await later.prepare(['We are sorry.'], true);
    expect(await say(later, 'Thank you.')).toBe(first);
    expect((await later.speakWithFallback('We are sorry.'))?.ms).toBeGreaterThan(0);
    expect(tts.asked).toHaveLength(2);
  });

  test('does not synthesize a phrase of an earlier process again', async () => {
    const { stored, store } = folder();
    await talk({ cache: new PhraseCache(store) }).prepare(['We are sorry.', 'Hello Rohan.', 'Thank you.']);
    expect(stored.size).toBe(1);
    tts.asked.length = 0;
    const later = talk({ cache: new PhraseCache(store) });
    expect(await say(later, 'Thank you.')).toBe(10 * FakeTts.MS_PER_CHARACTER);
    expect(tts.asked).toEqual([]);
    const edition = talk({ engine: Object.assign(tts, { edition: 'two' }), cache: new PhraseCache(store) });
    await say(edition, 'Thank you.');
    expect(tts.asked).toEqual(['Thank you.']);
  });

  test('synthesizes missing audio', async () => {
    await talk().prepare(['Hello Rohan.']);
    await say(talk(), 'Hello Rohan.');
    await say(talk(), 'Hello Rohan.');
    expect(tts.asked).toHaveLength(3);
  });

  test('treats another pronunciation as another phrase', async () => {
    await say(talk(), 'Thank you.');
    await say(talk({ pronunciations: [{ text: 'you', say: 'yoo' }] }), 'Thank you.');
    expect(tts.asked).toEqual(['Thank you.', 'Thank yoo.']);
  });

  test('does not synthesize twice what is being prepared', async () => {
    const synthesis = talk();
    const prepared = synthesis.prepare(['Hello Rohan.']);
    expect(await say(synthesis, 'Hello Rohan.')).toBeGreaterThan(0);
    await prepared;
    expect(tts.asked).toEqual(['Hello Rohan.']);
  });

  const hush = new Int16Array(8 * 20);
  const click = new Int16Array(8 * 2_000);
  click.fill(8_000, 4_000, 4_010);

  test.each<[string, FakeVoice]>([
    ['20 ms of silence', { audio: hush }],
    ['two seconds of silence', { audio: new Int16Array(8 * 2_000) }],
    ['a click in silence', { audio: click }],
    ['a sound too short for its text', { audio: sound(80) }],
  ])('stores %s for a sentence neither here nor in the store', async (_, voice) => {
    const { stored, store } = folder();
    cache = new PhraseCache(store);
    tts = new FakeTts(time, [voice, 'speaks']);
    await talk().prepare(['We are sorry.'], true);
    expect(stored.size).toBe(0);
    await talk().prepare(['We are sorry.'], true);
    await talk().prepare(['We are sorry.'], true);
    expect([tts.asked.length, stored.size]).toEqual([2, 1]);
  });

  test('replaces stored audio that is no speech of the text', async () => {
    const { stored, store } = folder();
    await talk({ cache: new PhraseCache(store) }).prepare(['We are sorry.'], true);
    const [key = ''] = stored.keys();
    stored.set(key, hush);
    await talk({ cache: new PhraseCache(store) }).prepare(['We are sorry.'], true);
    expect([tts.asked.length, stored.get(key)?.length]).toEqual([2, 8 * 13 * FakeTts.MS_PER_CHARACTER]);
  });

  test('does not cache audio that broke off', async () => {
    tts = new FakeTts(time, ['broken', 'broken', 'speaks']);
    await talk().prepare(['We are sorry.'], true);
    await talk().prepare(['We are sorry.'], true);
    expect(tts.asked).toHaveLength(3);
  });
});

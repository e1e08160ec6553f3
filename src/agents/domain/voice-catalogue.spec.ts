import { LANGUAGE_NAMES, codeOfTag, resolveLanguage } from './languages';
import {
  DEFAULT_ENGINE_ID,
  ENGINE_IDS,
  type VoiceEngine,
  defaultVoice,
  engineOf,
  enginesSpeaking,
  listVoices,
  speaks,
  voiceOf,
  voicesSpeaking,
} from './voice-catalogue';
import type { EngineData } from '../../shared-kernel/voice-engine';
import { VOICE_ENGINES } from '../../shared-kernel/voice-engines';

const ENGINES: readonly EngineData[] = Object.values(VOICE_ENGINES);
const engine = (id: string): VoiceEngine => engineOf(id)!;
const every = ENGINE_IDS.map((id): [string, VoiceEngine] => [id, engine(id)]);

describe('the voice catalogue', () => {
  it('has the engines of the decisions, one of them the default', () => {
    expect(ENGINE_IDS).toEqual(['google', 'sarvam', 'elevenlabs', 'azure', 'openai', 'local']);
    expect(ENGINES.filter(({ isDefault }) => isDefault)).toEqual([VOICE_ENGINES.google]);
    expect(DEFAULT_ENGINE_ID).toBe('google');
  });

  it('has at least 60 voices', () =>
    expect(ENGINES.flatMap(({ voices }) => voices).length).toBeGreaterThanOrEqual(60));

  it('names its sources', () => {
    for (const { sources } of ENGINES) {
      expect(sources.length).toBeGreaterThan(0);
      expect(sources.every((source) => source.startsWith('https://'))).toBe(true);
    }
  });

  it.each(LANGUAGE_NAMES)('has an engine that speaks %s, with a woman’s and a man’s voice', (language) => {
    const genders = listVoices({ language }).flatMap(({ voices }) => voices.map(({ gender }) => gender));
    expect(enginesSpeaking(language).length).toBeGreaterThan(0);
    expect(genders).toEqual(expect.arrayContaining(['female', 'male']));
  });

  describe.each(every)('%s', (_, { id, name, voices, languages, defaultVoices, supports }) => {
    it('has a name and what it supports', () => {
      expect(name).not.toBe('');
      expect(Object.keys(supports)).toEqual(['pace', 'temperature', 'voiceModulation']);
    });

    it('has each voice once, with a name, a gender and languages that an agent can have', () => {
      expect(new Set(voices.map((voice) => voice.id)).size).toBe(voices.length);
      for (const voice of voices) {
        expect(voice.id).toMatch(/^\S+$/);
        expect(voice.name.trim()).not.toBe('');
        expect(['female', 'male', 'neutral']).toContain(voice.gender);
        expect(voice.languages.length).toBeGreaterThan(0);
        expect(new Set(voice.languages).size).toBe(voice.languages.length);
        for (const tag of voice.languages) expect(resolveLanguage(tag)?.tag).toBe(tag);
      }
    });

    it('speaks the languages of its voices, Hindi among them', () => {
      expect([...languages].sort()).toEqual([...new Set(voices.flatMap((voice) => voice.languages))].sort());
      expect(speaks({ languages }, null)).toBe(true);
    });

    it('has a default voice for each language it speaks and for no other, which exists and speaks it', () => {
      expect(Object.keys(defaultVoices).sort()).toEqual([...new Set(languages.map(codeOfTag))].sort());
      for (const [code, voiceId] of Object.entries(defaultVoices)) {
        expect(speaks(voiceOf(engine(id), voiceId)!, code)).toBe(true);
      }
    });

    it('is listed with exactly one default voice, whatever the language', () => {
      for (const language of [undefined, ...LANGUAGE_NAMES]) {
        const listed = listVoices({ ttsModel: id, ...(language && { language }) });
        expect(listed.length).toBe(language === undefined || speaks({ languages }, language) ? 1 : 0);
        for (const item of listed) expect(item.voices.filter(({ isDefault }) => isDefault)).toHaveLength(1);
      }
    });
  });
});

describe('engineOf and voiceOf', () => {
  it.each(['', 'Google', 'google ', '__proto__', 'constructor'])('return undefined for the engine %j', (id) =>
    expect(engineOf(id)).toBeUndefined(),
  );

  it('return undefined for a voice of another engine', () => {
    expect(voiceOf(engine('google'), 'Kore')?.gender).toBe('female');
    expect(voiceOf(engine('google'), 'alloy')).toBeUndefined();
    expect(voiceOf(engine('google'), 'kore')).toBeUndefined();
  });
});

describe('speaks', () => {
  const prabhat = voiceOf(engine('azure'), 'en-IN-PrabhatNeural')!;

  it.each([
    ['english', true],
    ['en-US', true],
    ['EN', true],
    ['hinglish', false],
    [null, false],
    ['klingon', false],
  ])('is true for a voice of en-IN and %s: %s', (language, expected) =>
    expect(speaks(prabhat, language)).toBe(expected),
  );

  it('lets voices that speak Hindi speak Hinglish', () =>
    expect(voicesSpeaking(engine('azure'), 'hinglish')).toEqual(voicesSpeaking(engine('azure'), 'hi-IN')));

  it('lets three engines speak Odia', () =>
    expect(enginesSpeaking('odia')).toEqual(['sarvam', 'azure', 'local']));
});

describe('defaultVoice', () => {
  it.each([
    ['google', null, 'Aoede'],
    ['google', 'en-US', 'Aoede'],
    ['azure', null, 'hi-IN-SwaraNeural'],
    ['azure', 'hinglish', 'hi-IN-SwaraNeural'],
    ['azure', 'Odia', 'or-IN-SubhasiniNeural'],
    ['azure', 'english', 'en-IN-NeerjaNeural'],
    ['azure', 'en-us', 'en-US-AvaNeural'],
    ['azure', 'en-NZ', 'en-IN-NeerjaNeural'],
    ['azure', 'pa-Guru-IN', 'pa-IN-VaaniNeural'],
    ['local', 'en-US', 'en-us'],
    ['elevenlabs', 'punjabi', undefined],
    ['elevenlabs', 'klingon', undefined],
  ])('of %s for %s is %s', (id, language, voice) =>
    expect(defaultVoice(engine(id), language)?.id).toBe(voice),
  );
});

describe('listVoices', () => {
  it('lists everything without a filter, with the default voice for null', () => {
    const listed = listVoices();
    expect(listed.map(({ id }) => id)).toEqual(ENGINE_IDS);
    expect(listed.map(({ voices }) => voices.length)).toEqual(ENGINES.map(({ voices }) => voices.length));
    expect(
      listed.flatMap(({ voices }) => voices.filter(({ isDefault }) => isDefault)).map(({ id }) => id),
    ).toEqual(ENGINE_IDS.map((id) => defaultVoice(engine(id), null)?.id));
  });

  it('lists for a language its engines, voices and default voice', () => {
    const [azure] = listVoices({ ttsModel: 'azure', language: 'TA' });
    expect(azure?.voices.map(({ id, isDefault }) => [id, isDefault])).toEqual([
      ['ta-IN-PallaviNeural', true],
      ['ta-IN-ValluvarNeural', false],
    ]);
    expect(azure?.languages).toEqual(engine('azure').languages);
  });

  it.each([
    { ttsModel: 'x' },
    { ttsModel: '' },
    { language: 'klingon' },
    { ttsModel: 'openai', language: 'odia' },
  ])('lists nothing for %j', (filters) => expect(listVoices(filters)).toEqual([]));
});

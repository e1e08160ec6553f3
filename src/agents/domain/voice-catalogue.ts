import { codeOfTag, spokenLanguage } from './languages';
import type { EngineData, Voice } from '../../shared-kernel/voice-engine';
import { VOICE_ENGINE_IDS, VOICE_ENGINES, type VoiceEngineId } from '../../shared-kernel/voice-engines';

export type { EngineSupport, Voice } from '../../shared-kernel/voice-engine';

export interface VoiceEngine extends Omit<EngineData, 'price' | 'sources' | 'variables'> {
  readonly id: VoiceEngineId;
  /** Tags that any of its voices speaks, in order of first occurrence. */
  readonly languages: readonly string[];
}

export interface ListedEngine extends Omit<VoiceEngine, 'voices' | 'defaultVoices'> {
  readonly voices: readonly ListedVoice[];
}

export interface ListedVoice extends Voice {
  readonly isDefault: boolean;
}

const CATALOGUE: ReadonlyMap<string, VoiceEngine> = new Map(
  VOICE_ENGINE_IDS.map((id) => {
    const { price: _, sources: __, variables: ___, ...engine }: EngineData = VOICE_ENGINES[id];
    return [
      id,
      { id, ...engine, languages: [...new Set(engine.voices.flatMap((voice) => voice.languages))] },
    ];
  }),
);

export const ENGINE_IDS = VOICE_ENGINE_IDS;

/** The engine of a new agent. */
export const DEFAULT_ENGINE_ID: VoiceEngineId =
  VOICE_ENGINE_IDS.find((id) => VOICE_ENGINES[id].isDefault) ?? 'google';

/** `undefined`: 422 `unsupported_tts_model`. */
export function engineOf(id: string): VoiceEngine | undefined {
  return CATALOGUE.get(id);
}

/** `undefined`: 422 `invalid_voice`. */
export function voiceOf(engine: VoiceEngine, id: string): Voice | undefined {
  return engine.voices.find((voice) => voice.id === id);
}

/** Null means Hindi or Hinglish. The region is only a preference: an `en-IN` voice may speak for an `en-US` agent. */
export function speaks(speaker: { readonly languages: readonly string[] }, language: string | null): boolean {
  const spoken = spokenLanguage(language);
  return spoken !== undefined && speaker.languages.some((tag) => codeOfTag(tag) === spoken.code);
}

/** The language's voice, or one of the requested region. `undefined`: the engine does not speak the language. */
export function defaultVoice(engine: VoiceEngine, language: string | null): Voice | undefined {
  const spoken = spokenLanguage(language);
  const id = spoken && engine.defaultVoices[spoken.code];
  const voice = id === undefined ? undefined : voiceOf(engine, id);
  const region = spoken?.tag;
  if (!voice || region == null || voice.languages.includes(region)) return voice;
  return engine.voices.find((other) => other.languages.includes(region)) ?? voice;
}

export function voicesSpeaking(engine: VoiceEngine, language: string | null): readonly Voice[] {
  return engine.voices.filter((voice) => speaks(voice, language));
}

export function enginesSpeaking(language: string | null): readonly VoiceEngineId[] {
  return ENGINE_IDS.filter((id) => {
    const engine = engineOf(id);
    return engine !== undefined && speaks(engine, language);
  });
}

/** With a language, only voices that speak it, each engine with its default voice for it. */
export function listVoices(
  filters: { ttsModel?: string | undefined; language?: string | undefined } = {},
): readonly ListedEngine[] {
  const { ttsModel, language } = filters;
  return [...CATALOGUE.values()]
    .filter((engine) => ttsModel === undefined || engine.id === ttsModel)
    .filter((engine) => language === undefined || speaks(engine, language))
    .map((engine) => listEngine(engine, language));
}

function listEngine(engine: VoiceEngine, language: string | undefined): ListedEngine {
  const { defaultVoices: _, ...shown } = engine;
  const chosen = defaultVoice(engine, language ?? null);
  return {
    ...shown,
    voices: engine.voices
      .filter((voice) => language === undefined || speaks(voice, language))
      .map((voice) => ({ ...voice, isDefault: voice === chosen })),
  };
}

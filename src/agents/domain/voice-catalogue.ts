import { codeOfTag, resolveLanguage, spokenLanguage } from './languages';
import { ENGINES, type EngineData, type EngineId, type Voice } from './voice-catalogue.data';

export type { EngineId, EngineSupport, Voice } from './voice-catalogue.data';

/** A voice engine: `tts_model` of an agent is its id. */
export interface VoiceEngine extends Omit<EngineData, 'sources'> {
  /** The tags that any of its voices speaks, in the order in which they first occur. */
  readonly languages: readonly string[];
}

/** A voice engine with its default voice, as GET /voices lists it. */
export interface ListedEngine extends Omit<VoiceEngine, 'voices' | 'defaultVoices'> {
  readonly voices: readonly ListedVoice[];
}

/** A voice, and whether it is the one that an agent created without a voice gets. */
export interface ListedVoice extends Voice {
  readonly isDefault: boolean;
}

const CATALOGUE: ReadonlyMap<string, VoiceEngine> = new Map(
  ENGINES.map(({ sources: _, ...engine }) => [
    engine.id,
    { ...engine, languages: [...new Set(engine.voices.flatMap((voice) => voice.languages))] },
  ]),
);

/** The ids of all engines: the options of `tts_model`. */
export const ENGINE_IDS: readonly EngineId[] = ENGINES.map((engine) => engine.id);

/** "default for a new agent is google": the catalogue says which. */
export const DEFAULT_ENGINE_ID: EngineId = ENGINES.find((engine) => engine.isDefault)?.id ?? 'google';

/** The engine with this id, or undefined (422 `unsupported_tts_model`). */
export function engineOf(id: string): VoiceEngine | undefined {
  return CATALOGUE.get(id);
}

/** The engine's voice with this id, or undefined (422 `invalid_voice`). */
export function voiceOf(engine: VoiceEngine, id: string): Voice | undefined {
  return engine.voices.find((voice) => voice.id === id);
}

/**
 * True when the engine has a voice for an agent's language, or the voice speaks it (else 422
 * `voice_language_mismatch`). null "means Hindi or Hinglish".
 *
 * The language decides, not the region: a voice of `en-IN` speaks to an agent of `en-US`, with its own accent. The
 * region is only a preference among default voices.
 */
export function speaks(speaker: { readonly languages: readonly string[] }, language: string | null): boolean {
  const spoken = spokenLanguage(language);
  return spoken !== undefined && speaker.languages.some((tag) => codeOfTag(tag) === spoken.code);
}

/**
 * "An agent created without a voice gets the engine's default voice for its language": the language's, unless a region
 * was asked for that this voice does not have and another has. Undefined when the engine does not speak the language.
 */
export function defaultVoice(engine: VoiceEngine, language: string | null): Voice | undefined {
  const spoken = spokenLanguage(language);
  const id = spoken && engine.defaultVoices[spoken.code];
  const voice = id === undefined ? undefined : voiceOf(engine, id);
  const region = spoken?.tag;
  if (!voice || region === undefined || region === null || voice.languages.includes(region)) return voice;
  return engine.voices.find((other) => other.languages.includes(region)) ?? voice;
}

/** The voices of an engine that speak a language. */
export function voicesSpeaking(engine: VoiceEngine, language: string | null): readonly Voice[] {
  return engine.voices.filter((voice) => speaks(voice, language));
}

/** The engines that speak a language. */
export function enginesSpeaking(language: string | null): readonly EngineId[] {
  return ENGINE_IDS.filter((id) => {
    const engine = engineOf(id);
    return engine !== undefined && speaks(engine, language);
  });
}

/**
 * What GET /voices lists. With a language only the voices that speak it, and the default voice is the one for that
 * language: so each listed engine has exactly one. "A filter value that matches nothing gives an empty list."
 */
export function listVoices(
  filters: { ttsModel?: string | undefined; language?: string | undefined } = {},
): readonly ListedEngine[] {
  const { ttsModel, language } = filters;
  if (language !== undefined && !resolveLanguage(language)) return [];
  return [...CATALOGUE.values()]
    .filter((engine) => ttsModel === undefined || engine.id === ttsModel)
    .filter((engine) => language === undefined || speaks(engine, language))
    .map((engine) => listed(engine, language));
}

function listed(engine: VoiceEngine, language: string | undefined): ListedEngine {
  const { defaultVoices: _, ...shown } = engine;
  const chosen = defaultVoice(engine, language ?? null);
  return {
    ...shown,
    voices: engine.voices
      .filter((voice) => language === undefined || speaks(voice, language))
      .map((voice) => ({ ...voice, isDefault: voice === chosen })),
  };
}

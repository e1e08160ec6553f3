import type { LanguageCode } from './language';
import type { ServerVariables } from './server-variables';

type VoiceGender = 'female' | 'male' | 'neutral';

/** A voice; `id` is the one of the engine's own API. */
export interface Voice {
  /** Unique within its engine. */
  readonly id: string;
  readonly name: string;
  readonly gender: VoiceGender;
  /** BCP 47 tags. */
  readonly languages: readonly string[];
}

export interface EngineSupport {
  readonly pace: boolean;
  readonly temperature: boolean;
  readonly voiceModulation: boolean;
}

/** Facts about a voice engine; its languages follow from its voices. */
export interface EngineData {
  readonly name: string;
  /** null: it needs no server. */
  readonly variables: ServerVariables | null;
  /** The engine of agents that name none; exactly one engine has it. */
  readonly isDefault: boolean;
  readonly supports: EngineSupport;
  /** Credits for a started minute of an AI call, when the account has no rate of its own. */
  readonly price: string;
  readonly voices: readonly Voice[];
  /** Voice of an agent created without one, for each language of the engine. */
  readonly defaultVoices: Readonly<Partial<Record<LanguageCode, string>>>;
  /** Public pages with the data of the entry. */
  readonly sources: readonly string[];
}

/** Voices that differ only in their id; the name is the capitalized id. */
export function voices(gender: VoiceGender, languages: readonly string[], ids: string): Voice[] {
  return ids.split(' ').map((id) => ({
    id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    gender,
    languages,
  }));
}

export function sameDefault(
  languages: readonly LanguageCode[],
  voiceId: string,
): EngineData['defaultVoices'] {
  return Object.fromEntries(languages.map((language) => [language, voiceId]));
}

/** Azure's names, such as `hi-IN-SwaraNeural`. */
export function azure(gender: VoiceGender, locale: string, names: string): Voice[] {
  return names.split(' ').map((name) => ({
    id: `${locale}-${name}Neural`,
    name,
    gender,
    languages: [locale],
  }));
}

export function elevenLabs(id: string, name: string, gender: VoiceGender, english: string): Voice {
  return { id, name, gender, languages: ['hi-IN', english, 'ta-IN'] };
}

/** eSpeak NG has male voices only; `+f3` is a female variant. */
export function espeak(voice: string, language: string, tag: string): Voice[] {
  return [
    { id: voice, name: `${language}, male`, gender: 'male', languages: [tag] },
    { id: `${voice}+f3`, name: `${language}, female`, gender: 'female', languages: [tag] },
  ];
}

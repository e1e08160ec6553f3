import { codeOf, type Language, spokenLanguage } from './language';

const INDIAN = [
  'hi-IN',
  'en-IN',
  'bn-IN',
  'gu-IN',
  'kn-IN',
  'ml-IN',
  'mr-IN',
  'pa-IN',
  'ta-IN',
  'te-IN',
] as const;

/**
 * Languages of cloud voices whose requests name one, as BCP 47 tags; the first of a language is used for an agent
 * that names no region. The catalogue of voices lists the same.
 * google: https://docs.cloud.google.com/text-to-speech/docs/chirp3-hd (pa-IN is in preview, or-IN is missing).
 * sarvam: https://docs.sarvam.ai/api-reference-docs/text-to-speech (which writes od-IN).
 */
export const SPOKEN_TAGS = {
  google: [...INDIAN, 'en-US', 'en-GB', 'en-AU'],
  sarvam: [...INDIAN, 'or-IN'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The tag for an agent's language: its own when the engine has it, else the first of the language; null for none. */
export function tagOf(tags: readonly string[], setting: string | null): string | null {
  const own = tags.find((tag) => tag.toLowerCase() === setting?.toLowerCase());
  if (own !== undefined) return own;
  const code = codeOf(spokenLanguage(setting));
  return tags.find((tag) => tag.split('-')[0] === code) ?? null;
}

/**
 * Tags that cloud recognizers require for each language that they recognize.
 * sarvam: https://docs.sarvam.ai/api-reference/speech-to-text/transcribe/realtime/ws (Hinglish is Hindi in the mode
 * codemix).
 * deepgram: https://developers.deepgram.com/docs/models-languages-overview (nova-3; Malayalam and Odia are missing),
 * for Hinglish https://developers.deepgram.com/docs/nova-3-language-prompting.
 */
export const RECOGNIZED_TAGS = {
  sarvam: {
    hinglish: 'hi-IN',
    hindi: 'hi-IN',
    english: 'en-IN',
    punjabi: 'pa-IN',
    marathi: 'mr-IN',
    gujarati: 'gu-IN',
    bengali: 'bn-IN',
    tamil: 'ta-IN',
    telugu: 'te-IN',
    kannada: 'kn-IN',
    malayalam: 'ml-IN',
    odia: 'or-IN',
  },
  deepgram: {
    hinglish: 'multi',
    hindi: 'hi',
    english: 'en-IN',
    punjabi: 'pa',
    marathi: 'mr',
    gujarati: 'gu',
    bengali: 'bn',
    tamil: 'ta',
    telugu: 'te',
    kannada: 'kn',
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>>;

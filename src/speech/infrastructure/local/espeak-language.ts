import { spokenLanguage } from '../../../shared-kernel/language';

/** The language of each script; Hindi and Marathi share Devanagari. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Oriya}/u, 'or'],
];

/** The engine's language for a text of an agent: by its script, else by the agent's language. */
export function espeakLanguage(text: string, language: string | null): string {
  const spoken = spokenLanguage(language);
  const script = SCRIPTS.find(([pattern]) => pattern.test(text))?.[1];
  if (script !== undefined) return script === 'hi' && spoken === 'marathi' ? 'mr' : script;
  // Hindi in Latin letters: an Indonesian voice pronounces its vowels right, an English one does not.
  return spoken === 'hinglish' || spoken === 'hindi' ? 'id' : 'en-gb';
}

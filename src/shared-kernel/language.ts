import { own } from '../platform/kernel/own';

export type Language =
  | 'hinglish'
  | 'hindi'
  | 'english'
  | 'punjabi'
  | 'marathi'
  | 'gujarati'
  | 'bengali'
  | 'tamil'
  | 'telugu'
  | 'kannada'
  | 'malayalam'
  | 'odia';

const BY_CODE: Readonly<Record<string, Language>> = {
  hi: 'hindi',
  en: 'english',
  pa: 'punjabi',
  mr: 'marathi',
  gu: 'gujarati',
  bn: 'bengali',
  ta: 'tamil',
  te: 'telugu',
  kn: 'kannada',
  ml: 'malayalam',
  or: 'odia',
};

export const LANGUAGES: readonly Language[] = ['hinglish', ...Object.values(BY_CODE)];

const NAMES: ReadonlySet<string> = new Set<string>(LANGUAGES);

const CODES: ReadonlyMap<Language, string> = new Map(
  Object.entries(BY_CODE).map(([code, language]) => [language, code]),
);

/** ISO 639-1 code of a language as it is spoken: Hinglish is Hindi. */
export function codeOf(language: Language): string {
  return CODES.get(language) ?? 'hi';
}

/**
 * The language of an agent's setting: a name (`tamil`), a code (`ta`) or a tag (`ta-IN`).
 * null and unknown values give Hinglish, which nearly every contact understands.
 */
export function spokenLanguage(setting: string | null): Language {
  const name = (setting ?? '').toLowerCase();
  if (NAMES.has(name)) return name as Language;
  return own(BY_CODE, name.split(/[-_]/)[0] ?? '') ?? 'hinglish';
}

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

const BY_CODE = {
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
} as const satisfies Readonly<Record<string, Language>>;

/** ISO 639-1 code of a language that a voice can speak. */
export type LanguageCode = keyof typeof BY_CODE;

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
 * The language of an agent's setting: a name (`tamil`), a code (`ta`) or a tag (`ta-IN`); `hi-Latn` is Hinglish.
 * null and unknown values give Hinglish, which nearly every contact understands.
 */
export function spokenLanguage(setting: string | null): Language {
  const name = (setting ?? '').toLowerCase();
  if (NAMES.has(name)) return name as Language;
  if (/^hi[-_]latn\b/.test(name)) return 'hinglish';
  return own(BY_CODE, name.split(/[-_]/)[0] ?? '') ?? 'hinglish';
}

/** The tag for an agent's language: its own when the engine has it, else the first of the language; null for none. */
export function tagOf(tags: readonly string[], setting: string | null): string | null {
  const own = tags.find((tag) => tag.toLowerCase() === setting?.toLowerCase());
  if (own !== undefined) return own;
  const code = codeOf(spokenLanguage(setting));
  return tags.find((tag) => tag.split('-')[0] === code) ?? null;
}

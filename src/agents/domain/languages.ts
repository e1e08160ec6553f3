import { foldCase } from '../../platform/kernel/text';
import type { LanguageCode } from '../../shared-kernel/language';

/** A language an agent can be set to. */
export interface Language {
  readonly name: LanguageName;
  /** The language that engine and voice must speak: for Hinglish it is Hindi, since no engine lists Hinglish. */
  readonly code: LanguageCode;
  /** The requested tag in canonical case (`en-US`); null when none was requested. */
  readonly tag: string | null;
}

interface LanguageRow {
  readonly name: string;
  readonly code: LanguageCode;
  /** Codes accepted beside the name; Hinglish has none. */
  readonly codes: readonly string[];
  /** Maps each accepted tag to the tag that voices have. */
  readonly tags: readonly string[];
}

/** English outside India: countries with an English of public speech engines (Azure, Google), and the Emirates. */
const ENGLISH_TAGS = [
  'en-IN',
  'en-US',
  'en-GB',
  'en-AU',
  'en-CA',
  'en-NZ',
  'en-IE',
  'en-ZA',
  'en-SG',
  'en-HK',
  'en-PH',
  'en-KE',
  'en-NG',
  'en-GH',
  'en-TZ',
  'en-PK',
  'en-AE',
];

/**
 * Accepted languages: the names of the API's description, their ISO 639-1 codes, and BCP 47 tags.
 *
 * A tag of India is the language with `IN`. Two also have a script where it carries meaning: `hi-Latn`, Hindi in Latin
 * letters, which CLDR calls Hinglish; `pa-Guru`, because Punjabi is written in two scripts.
 */
const LANGUAGES = [
  { name: 'hinglish', code: 'hi', codes: [], tags: ['hi-Latn', 'hi-Latn-IN'] },
  { name: 'hindi', code: 'hi', codes: ['hi'], tags: ['hi-IN'] },
  { name: 'english', code: 'en', codes: ['en'], tags: ENGLISH_TAGS },
  { name: 'punjabi', code: 'pa', codes: ['pa'], tags: ['pa-IN', 'pa-Guru', 'pa-Guru-IN'] },
  { name: 'marathi', code: 'mr', codes: ['mr'], tags: ['mr-IN'] },
  { name: 'gujarati', code: 'gu', codes: ['gu'], tags: ['gu-IN'] },
  { name: 'bengali', code: 'bn', codes: ['bn'], tags: ['bn-IN'] },
  { name: 'tamil', code: 'ta', codes: ['ta'], tags: ['ta-IN'] },
  { name: 'telugu', code: 'te', codes: ['te'], tags: ['te-IN'] },
  { name: 'kannada', code: 'kn', codes: ['kn'], tags: ['kn-IN'] },
  { name: 'malayalam', code: 'ml', codes: ['ml'], tags: ['ml-IN'] },
  { name: 'odia', code: 'or', codes: ['or'], tags: ['or-IN'] },
] as const satisfies readonly LanguageRow[];

export type LanguageName = (typeof LANGUAGES)[number]['name'];

/** The names in the order of the API's description. */
export const LANGUAGE_NAMES: readonly LanguageName[] = LANGUAGES.map((row) => row.name);

/** Every text accepted as an agent's language: names, then codes, then tags. */
export const LANGUAGE_OPTIONS: readonly string[] = [
  ...LANGUAGE_NAMES,
  ...LANGUAGES.flatMap((row) => row.codes),
  ...LANGUAGES.flatMap((row) => row.tags),
];

/** For null: the engine must speak Hindi. */
const HINDI_OR_HINGLISH: Language = { name: 'hindi', code: 'hi', tag: null };

const BY_FOLDED_TEXT: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap(({ name, code, codes, tags }): [string, Language][] => [
    ...[name, ...codes].map((text): [string, Language] => [foldCase(text), { name, code, tag: null }]),
    ...tags.map((tag): [string, Language] => [foldCase(tag), { name, code, tag }]),
  ]),
);

const MAX_TEXT_LENGTH = Math.max(...LANGUAGE_OPTIONS.map((option) => option.length));

/**
 * The language that a text names, ignoring case; undefined for none (422 `unsupported_language`). The agent stores
 * the text as sent, so it is resolved on every use.
 */
export function resolveLanguage(text: string): Language | undefined {
  // Case folding never shortens these letters, and folding a body of 1 MiB would be slow.
  return text.length > MAX_TEXT_LENGTH ? undefined : BY_FOLDED_TEXT.get(foldCase(text));
}

/** Whether an agent may be set to a language of this name, code or tag. */
export function isLanguage(text: string): boolean {
  return resolveLanguage(text) !== undefined;
}

/** The spoken language for a valid setting or null. */
export function spokenLanguage(text: string | null): Language | undefined {
  return text === null ? HINDI_OR_HINGLISH : resolveLanguage(text);
}

export function codeOfTag(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

import { foldCase } from '../../platform/kernel/text';
import type { LanguageCode } from '../../shared-kernel/language';

export interface Language {
  readonly name: LanguageName;
  /** Engine and voice must speak it: Hindi for Hinglish, which no engine lists. */
  readonly code: LanguageCode;
  /** In canonical case (`en-US`); null when none was requested. */
  readonly tag: string | null;
}

interface LanguageRow {
  readonly name: string;
  readonly code: LanguageCode;
  /** Accepted beside the name; Hinglish has none. */
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
 * Names of the API's description, ISO 639-1 codes, and BCP 47 tags with `IN`. Two also have a script that carries
 * meaning: `hi-Latn`, which CLDR calls Hinglish, and `pa-Guru`, because Punjabi has two scripts.
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

export const LANGUAGE_NAMES: readonly LanguageName[] = LANGUAGES.map((row) => row.name);

export const LANGUAGE_OPTIONS: readonly string[] = [
  ...LANGUAGE_NAMES,
  ...LANGUAGES.flatMap((row) => row.codes),
  ...LANGUAGES.flatMap((row) => row.tags),
];

/** The meaning of null: the engine must speak Hindi. */
const HINDI_OR_HINGLISH: Language = { name: 'hindi', code: 'hi', tag: null };

const BY_FOLDED_TEXT: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap(({ name, code, codes, tags }): [string, Language][] => [
    ...[name, ...codes].map((text): [string, Language] => [foldCase(text), { name, code, tag: null }]),
    ...tags.map((tag): [string, Language] => [foldCase(tag), { name, code, tag }]),
  ]),
);

const MAX_TEXT_LENGTH = Math.max(...LANGUAGE_OPTIONS.map((option) => option.length));

/** Ignores case; undefined for none (422 `unsupported_language`). The agent stores the text as sent. */
export function resolveLanguage(text: string): Language | undefined {
  // Case folding never shortens these letters, and folding a body of 1 MiB would be slow.
  return text.length > MAX_TEXT_LENGTH ? undefined : BY_FOLDED_TEXT.get(foldCase(text));
}

export function isLanguage(text: string): boolean {
  return resolveLanguage(text) !== undefined;
}

export function spokenLanguage(text: string | null): Language | undefined {
  return text === null ? HINDI_OR_HINGLISH : resolveLanguage(text);
}

export function codeOfTag(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

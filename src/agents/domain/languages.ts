import { foldCase } from '../../platform/kernel/text';

/** The ISO 639-1 code of a language that a voice can speak. */
export type LanguageCode = 'hi' | 'en' | 'pa' | 'mr' | 'gu' | 'bn' | 'ta' | 'te' | 'kn' | 'ml' | 'or';

/** What an agent speaks. */
export interface Language {
  /** One of the twelve names of the description. */
  readonly name: LanguageName;
  /** What engine and voice must speak: of Hinglish it is Hindi, no engine lists Hinglish. */
  readonly code: LanguageCode;
  /** The tag with the region that was asked for, as it is usually written (`en-US`); null when none was. */
  readonly tag: string | null;
}

interface LanguageRow {
  readonly name: string;
  readonly code: LanguageCode;
  /** Accepted beside the name; Hinglish has no ISO code. */
  readonly codes: readonly string[];
  /** Each tag to the tag that voices have. */
  readonly tags: readonly string[];
}

/**
 * English beyond India: the countries for which the public speech engines publish an English (Azure, Google), and the
 * Emirates.
 */
const ENGLISH_TAGS = [
  ...['en-IN', 'en-US', 'en-GB', 'en-AU', 'en-CA', 'en-NZ', 'en-IE', 'en-ZA', 'en-SG', 'en-HK', 'en-PH'],
  ...['en-KE', 'en-NG', 'en-GH', 'en-TZ', 'en-PK', 'en-AE'],
];

/**
 * "One of hinglish, hindi, …, a language code (form hi) or a tag (form hi-IN)": "the twelve names of the description,
 * the ISO 639-1 codes behind them, and the BCP 47 tags in use in India and for English" (decisions, section 3).
 *
 * A tag of India is the language with `IN`. Two have a script besides, because there it tells something: `hi-Latn`,
 * Hindi in Latin letters, which CLDR itself names Hinglish; `pa-Guru`, as Punjabi is written in two scripts.
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

/** One of the twelve names of the description. */
export type LanguageName = (typeof LANGUAGES)[number]['name'];

/** The twelve names of the description, in its order. */
export const LANGUAGE_NAMES: readonly LanguageName[] = LANGUAGES.map((row) => row.name);

/** Every text that is accepted as an agent's language: names, then codes, then tags. */
export const LANGUAGE_OPTIONS: readonly string[] = [
  ...LANGUAGE_NAMES,
  ...LANGUAGES.flatMap((row) => row.codes),
  ...LANGUAGES.flatMap((row) => row.tags),
];

/** null "means Hindi or Hinglish": what an engine must then speak is Hindi. */
const HINDI_OR_HINGLISH: Language = { name: 'hindi', code: 'hi', tag: null };

const BY_FOLDED_TEXT: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap(({ name, code, codes, tags }): [string, Language][] => [
    ...[name, ...codes].map((text): [string, Language] => [foldCase(text), { name, code, tag: null }]),
    ...tags.map((tag): [string, Language] => [foldCase(tag), { name, code, tag }]),
  ]),
);

const LONGEST_TEXT = Math.max(...LANGUAGE_OPTIONS.map((option) => option.length));

/**
 * The language that a text names, or undefined when it names none (422 `unsupported_language`). "Compared ignoring
 * case, returned as sent": so the text is what is kept, and this is asked each time.
 */
export function resolveLanguage(text: string): Language | undefined {
  // No text folds to a shorter one of these letters, and folding a mebibyte takes its time.
  return text.length > LONGEST_TEXT ? undefined : BY_FOLDED_TEXT.get(foldCase(text));
}

/** What an agent with this (valid, or null) language speaks. */
export function spokenLanguage(text: string | null): Language | undefined {
  return text === null ? HINDI_OR_HINGLISH : resolveLanguage(text);
}

/** The language code that a voice's tag begins with. */
export function codeOfTag(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

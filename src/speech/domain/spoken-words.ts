import type { Language } from '../../shared-kernel/language';
import { normalize } from '../../platform/kernel/text';

/** In lower case, without marks. */
export function spokenWords(text: string): readonly string[] {
  return normalize(text)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== '');
}

/** Whole words of a text up to a share (0 to 1) of it. */
export function wordsUpTo(text: string, share: number): string {
  if (share >= 1) return text;
  let end = Math.floor(text.length * Math.max(0, share));
  while (end > 0 && !/\s/u.test(text.charAt(end))) end -= 1;
  return text.slice(0, end).trimEnd();
}

/** A table of words by language. Words of Hinglish count in every language: contacts mix them in. */
export class WordTable {
  readonly #common: ReadonlySet<string>;
  readonly #own: ReadonlyMap<Language, ReadonlySet<string>>;

  /** Words of a language are one text, separated by spaces. */
  constructor(words: Readonly<Partial<Record<Language, string>>>) {
    this.#own = new Map(
      (Object.entries(words) as [Language, string][]).map(([language, text]) => [
        language,
        new Set(text.split(/\s+/u).map((word) => normalize(word))),
      ]),
    );
    this.#common = new Set(
      ['english', 'hinglish', 'hindi'].flatMap((name) => [...this.#of(name as Language)]),
    );
  }

  has(word: string, language: Language): boolean {
    return this.#common.has(word) || this.#of(language).has(word);
  }

  #of(language: Language): ReadonlySet<string> {
    return this.#own.get(language) ?? NONE;
  }
}

const NONE: ReadonlySet<string> = new Set();

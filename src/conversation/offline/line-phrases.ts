import { spokenLanguage } from '../../shared-kernel/language';
import { phrasesOf } from './lexicon/phrases/phrases';

export interface LinePhrases {
  readonly trouble: string;
  readonly thinking: readonly string[];
}

export function linePhrases(language: string | null): LinePhrases {
  const { trouble, thinking } = phrasesOf(spokenLanguage(language));
  return { trouble, thinking };
}

/** The same in every talk of a language. */
export function fixedPhrases(language: string | null): readonly string[] {
  return textsIn(phrasesOf(spokenLanguage(language))).filter((text) => !text.includes('{'));
}

/** Phrases are texts, lists of variants, and tables of those; patterns are left out. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return [];
  return Object.values(value).flatMap((part) => textsIn(part));
}

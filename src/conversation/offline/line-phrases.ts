import { spokenLanguage } from '../../platform/kernel/language';
import { phrasesOf } from './lexicon/phrases/phrases';

/** What a line says by itself, in an agent's language. */
export interface LinePhrases {
  /** Goodbye when an engine failed. */
  readonly trouble: string;
  /** Fill the time until an answer comes. */
  readonly thinking: readonly string[];
}

export function linePhrases(language: string | null): LinePhrases {
  const { trouble, thinking } = phrasesOf(spokenLanguage(language));
  return { trouble, thinking };
}

import { latinOf } from './devanagari';
import { normalize } from '../../../platform/kernel/text';
import { RecentMap } from '../../../platform/kernel/collections/recent-map';
import { SAME_WORD } from './spelling-variants';
import { own } from '../../../platform/kernel/own';

/** Latin and Devanagari, long and short vowels, nasal or not, all give one form. */
function fold(word: string): string {
  const latin = /[\u0900-\u097F]/u.test(word) ? latinOf(word) : word;
  if (!/^[a-z]+$/u.test(latin)) return latin;
  const short = latin
    .replace(/ee+|ii+/gu, 'i')
    .replace(/oo+|uu+/gu, 'u')
    .replace(/ei/gu, 'e')
    .replace(/eh/gu, 'ah')
    .replace(/ph/gu, 'f')
    .replace(/z/gu, 'j')
    .replace(/w/gu, 'v')
    .replace(/q/gu, 'k')
    .replace(/iy(?=[aeo])/gu, 'i')
    .replace(/(?<!^[hn])ae/gu, 'aye')
    .replace(/(.)\1+/gu, '$1')
    .replace(/(\S[aeiou])n$/u, '$1');
  return own(SAME_WORD, short) ?? short;
}

/** The same words come in every talk, and each talk is read several times. */
const folded = new RecentMap<string, string>(20_000);
/** Longer words are rare, and would take the memory. */
export const MAX_CACHED_WORD_LENGTH = 40;

function foldCached(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  const result = fold(word);
  if (word.length <= MAX_CACHED_WORD_LENGTH) folded.set(word, result);
  return result;
}

export function foldedWord(word: string): string {
  return foldCached(word.toLowerCase().replace(/['’‘`]/gu, ''));
}

/** Each remark is read by many functions in turn. */
const recent = new RecentMap<string, string>(64);
const MAX_RECENT_LENGTH = 500;

/** With one space before, between and after: `" ha ji kal sham ko "`. Both scripts of Hindi give the same words. */
export function wordsOf(text: string): string {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const words = foldedText(text);
  if (text.length <= MAX_RECENT_LENGTH) recent.set(text, words);
  return words;
}

function foldedText(text: string): string {
  const words = normalize(text)
    .toLowerCase()
    .replace(/['’‘`]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.length === 0 ? ' ' : ` ${words.map(foldCached).join(' ')} `;
}

/** Folds a list in its usual spelling. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(wordsOf(list).trim().split(' '));
}

/** The words of a list as alternatives of a regular expression over folded words. */
export function alternatives(list: string): string {
  return [...wordSet(list)].join('|');
}

/** Folds lists in their usual spelling, each with the value of its words. */
export function wordMap<T>(rows: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([list, value]) => [...wordSet(list)].map((word) => [word, value] as const)));
}

import { latinOf } from './devanagari';
import { normalize } from '../../../platform/kernel/text';
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
const folded = new Map<string, string>();
const MAX_CACHED_WORDS = 20_000;

function foldCached(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  if (folded.size >= MAX_CACHED_WORDS) folded.clear();
  const result = fold(word);
  folded.set(word, result);
  return result;
}

export function foldedWord(word: string): string {
  return foldCached(word.toLowerCase().replace(/['’‘`]/gu, ''));
}

/** With one space before, between and after: `" ha ji kal sham ko "`. Both scripts of Hindi give the same words. */
export function wordsOf(text: string): string {
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

/** Folds lists in their usual spelling, each with the value of its words. */
export function wordMap<T>(rows: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([list, value]) => [...wordSet(list)].map((word) => [word, value] as const)));
}

/** Matches one of `words` alone, with any number of `fillers` around it. A word in both lists costs quadratic time. */
export function onlyOf(words: string, fillers: string): RegExp {
  const [one, filler] = [words, fillers].map((list) => [...wordSet(list)].join('|'));
  return new RegExp(`^(?: (?:${filler}))* (?:${one})(?: (?:${filler}))* $`, 'u');
}

const GAPS: Readonly<Record<string, string>> = {
  '*': '(?:[^\\s|]+ ){0,3}',
  '…': '(?:(?!nahi )[^\\s|]+ ){0,3}',
};

/**
 * Compiles a pattern over folded words from alternatives in their usual spelling: `rule('mat (call|phone)', 'रहने
 * दो')`. `(a|b c)?` is optional. `~` after a word or group matches a prefix. `*` matches up to three words of one
 * sentence (`|` separates sentences), `…` the same without a "nahi".
 */
export function rule(...alternatives: readonly string[]): RegExp {
  const patterns = alternatives.map((alternative) =>
    (alternative.match(/\([^()]*\)[?~]?|\S+/gu) ?? []).map((part) => own(GAPS, part) ?? piece(part)).join(''),
  );
  return new RegExp(` (?:${patterns.join('|')})`, 'u');
}

const FILLERS = [
  ...wordSet('ji sir madam mam bhai yaar please sorry now ok okay haan actually right just hello no then'),
].join('|');

/** As `rule`, at the end of a sentence. */
export function closing(...alternatives: readonly string[]): RegExp {
  return new RegExp(`${rule(...alternatives).source}(?:(?:${FILLERS}) )*(?=$|\\|)`, 'u');
}

/** As `closing`, for all words of a sentence. An alternative of fillers only costs quadratic time. */
export function wholly(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?:^|\\|)(?: (?:${FILLERS}))*${closing(...alternatives).source}`, 'u');
}

export function anyOf(...rules: readonly RegExp[]): RegExp {
  return new RegExp(rules.map(({ source }) => source).join('|'), 'u');
}

function piece(part: string): string {
  const [, inner = '', mark = ''] = /^\(?([^()]*)\)?(\?|(?<=\))~)?$/u.exec(part) ?? [];
  const choices = inner.split('|').map((choice) => {
    const begins = mark === '~' || choice.endsWith('~');
    const words = normalize(choice.replace('~', '')).split(' ').map(foldCached).join(' ');
    return `${words}${begins ? '\\S*' : ''} `;
  });
  return `(?:${choices.join('|')})${mark === '?' ? '?' : ''}`;
}

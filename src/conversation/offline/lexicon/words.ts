import { latinOf } from './devanagari';
import { normalized } from '../../../platform/kernel/text';
import { SAME_WORD } from './spelling-variants';
import { own } from '../../../platform/kernel/own';

/** One word folded: Latin and Devanagari, long and short vowels, nasal or not, all meet in one form. */
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

/** The same words come again in every talk: folding each once makes reading a talk several times cheap. */
const folded = new Map<string, string>();
const REMEMBERED_AT_MOST = 20_000;

function foldOnce(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  if (folded.size >= REMEMBERED_AT_MOST) folded.clear();
  const result = fold(word);
  folded.set(word, result);
  return result;
}

/** One word without spaces, folded as `wordsOf` folds it. */
export function foldedWord(word: string): string {
  return foldOnce(word.toLowerCase().replace(/['’‘`]/gu, ''));
}

/**
 * The words of a text, folded, with one space before, between and after: `" ha ji kal sham ko "`.
 * Spelling variants and the two scripts of Hindi come out alike, so one rule reads them all. Other scripts stay as
 * they are.
 */
export function wordsOf(text: string): string {
  const words = normalized(text)
    .toLowerCase()
    .replace(/['’‘`]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.length === 0 ? ' ' : ` ${words.map(foldOnce).join(' ')} `;
}

const WORDS_BETWEEN: Readonly<Record<string, string>> = {
  '*': '(?:[^\\s|]+ ){0,3}',
  '…': '(?:(?!nahi )[^\\s|]+ ){0,3}',
};

/**
 * A rule over folded words from alternatives as people spell them: `rule('mat (call|phone)', 'रहने दो')`.
 * Groups `(a|b c)` may be optional (`?`); `~` after a word or group means "begins so"; `*` is up to three words
 * of the same sentence (`|` stands between two), `…` the same without a "nahi".
 */
export function rule(...alternatives: readonly string[]): RegExp {
  const patterns = alternatives.map((alternative) =>
    (alternative.match(/\([^()]*\)[?~]?|\S+/gu) ?? [])
      .map((part) => own(WORDS_BETWEEN, part) ?? piece(part))
      .join(''),
  );
  return new RegExp(` (?:${patterns.join('|')})`, 'u');
}

function piece(part: string): string {
  const [, inner = '', mark = ''] = /^\(?([^()]*)\)?(\?|(?<=\))~)?$/u.exec(part) ?? [];
  const choices = inner.split('|').map((choice) => {
    const begins = mark === '~' || choice.endsWith('~');
    const words = choice.replace('~', '').split(' ').map(foldOnce).join(' ');
    return `${words}${begins ? '\\S*' : ''} `;
  });
  return `(?:${choices.join('|')})${mark === '?' ? '?' : ''}`;
}

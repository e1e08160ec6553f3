import { normalize } from '../../../platform/kernel/text';
import { own } from '../../../platform/kernel/own';
import { RuleIndex } from './rule-index';
import { alternatives, foldedWord, wordSet } from './words';

/** Words of most remarks: they select no rule whose matches need rarer words, too. */
const FREQUENT = wordSet(
  `a aap abhi and are do have hai hain haan ho hoon i is it ji ka kar ke ki ko kya main me mein mera mujhe my nahi par se
   the to toh we ye you`,
);

const index = new RuleIndex();

/** A pattern over folded words, as `wordsOf` gives them. */
export class Rule {
  readonly #pattern: RegExp;
  readonly #number: number;

  /** @param keys each match has one of these words, or a word that begins with one before a `~`; null: unknown */
  constructor(
    readonly source: string,
    readonly keys: readonly string[] | null,
  ) {
    this.#pattern = new RegExp(source, 'u');
    this.#number = index.add(keys);
  }

  test(words: string): boolean {
    return index.mayMatch(this.#number, words) && this.#pattern.test(words);
  }

  /** @returns -1 without a match */
  indexIn(words: string): number {
    return index.mayMatch(this.#number, words) ? words.search(this.#pattern) : -1;
  }

  /** Removes the first match. */
  removedFrom(words: string): string {
    return index.mayMatch(this.#number, words) ? words.replace(this.#pattern, ' ') : words;
  }

  /** The same between two parts of a regular expression. */
  within(before: string, after = ''): Rule {
    return new Rule(`${before}${this.source}${after}`, this.keys);
  }
}

const GAPS: Readonly<Record<string, string>> = {
  '*': '(?:[^\\s|]+ ){0,3}',
  '…': '(?:(?!nahi )[^\\s|]+ ){0,3}',
  _: '[^\\s|]+ ',
  '_?': '(?:[^\\s|]+ )?',
};

/**
 * Compiles a pattern over folded words from phrases in their usual spelling, any of which matches: `rule('mat (call|phone)', 'रहने
 * दो')`. `(a|b c)?` is optional. `~` after a word or group matches a prefix. `*` matches up to three words of one
 * sentence (`|` separates sentences), `…` the same without a "nahi", `_` one word, `_?` one or none.
 */
export function rule(...phrases: readonly string[]): Rule {
  const patterns = phrases.map((phrase) => partsOf(phrase).map(sourceOf).join(''));
  return new Rule(` (?:${patterns.join('|')})`, allKeys(phrases.map(keysOf)));
}

const FILLERS = alternatives(
  'ji sir madam mam bhai yaar please sorry now ok okay haan actually right just hello no then',
);

/** As `rule`, at the end of a sentence. */
export function closing(...phrases: readonly string[]): Rule {
  return rule(...phrases).within('', `(?:(?:${FILLERS}) )*(?=$|\\|)`);
}

/** As `closing`, for all words of a sentence. A phrase of fillers only costs quadratic time. */
export function wholly(...phrases: readonly string[]): Rule {
  return closing(...phrases).within(`(?:^|\\|)(?: (?:${FILLERS}))*`);
}

/** Matches one of `words` alone, with any number of `fillers` around it. A word in both lists costs quadratic time. */
export function onlyOf(words: string, fillers: string): Rule {
  const filler = `(?: (?:${alternatives(fillers)}))*`;
  return new Rule(`^${filler} (?:${alternatives(words)})${filler} $`, [...wordSet(words)]);
}

export function anyOf(...rules: readonly Rule[]): Rule {
  return new Rule(
    `(?:${rules.map(({ source }) => source).join('|')})`,
    allKeys(rules.map(({ keys }) => keys)),
  );
}

function allKeys(lists: readonly (readonly string[] | null)[]): readonly string[] | null {
  return lists.includes(null) ? null : [...new Set(lists.flatMap((keys) => keys ?? []))];
}

interface Part {
  /** Folded; a `~` at the end stands for any end of the word. */
  readonly choices: readonly string[];
  readonly isOptional: boolean;
  /** The source of a gap. */
  readonly gap: string | null;
}

function partsOf(phrase: string): readonly Part[] {
  return (phrase.match(/\([^()]*\)[?~]?|\S+/gu) ?? []).map((part) => {
    const [, inner = '', mark = ''] = /^\(?([^()]*)\)?(\?|(?<=\))~)?$/u.exec(part) ?? [];
    const gap = own(GAPS, part) ?? null;
    const choices = gap === null ? inner.split('|').map((choice) => foldedChoice(choice, mark)) : [];
    return { choices, isOptional: mark === '?', gap };
  });
}

function foldedChoice(choice: string, mark: string): string {
  const begins = mark === '~' || choice.endsWith('~');
  const words = normalize(choice.replace('~', '')).split(' ').map(foldedWord).join(' ');
  return begins ? `${words}~` : words;
}

function sourceOf({ choices, isOptional, gap }: Part): string {
  if (gap !== null) return gap;
  const sources = choices.map((choice) => `${choice.replace(/~$/u, '\\S*')} `);
  return `(?:${sources.join('|')})${isOptional ? '?' : ''}`;
}

/** The rarest words that a match of the phrase needs; null: it needs none. */
function keysOf(phrase: string): readonly string[] | null {
  const lists = partsOf(phrase)
    .filter(({ isOptional, gap }) => !isOptional && gap === null)
    .map(({ choices }) => choices.map(rarestWord));
  const frequent = lists.map((keys) => keys.filter((key) => FREQUENT.has(key)).length);
  return lists[frequent.indexOf(Math.min(...frequent))] ?? null;
}

function rarestWord(choice: string): string {
  const [first = '', ...others] = choice.split(' ');
  return [first, ...others].find((word) => !FREQUENT.has(word)) ?? first;
}

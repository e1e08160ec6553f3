import { RecentMap } from '../../../platform/kernel/collections/recent-map';
import { MAX_CACHED_WORD_LENGTH } from './words';

/** Numbers of rules as bits, 32 in each element. */
type Mask = readonly number[];

/** Finds the rules that a text may match by its words, at the cost of one look-up a word instead of one a rule. */
export class RuleIndex {
  readonly #byWord = new Map<string, number[]>();
  readonly #byPrefix: (readonly [string, number])[] = [];
  /** Rules whose words are unknown. */
  readonly #always: number[] = [];
  #count = 0;

  readonly #masks = new RecentMap<string, Mask>(20_000);
  /** Rules are tried one after another on the same text. */
  #text: string | null = null;
  #mask: Mask = [];

  /** @param keys a `~` at the end stands for any end of the word; null: any text may match */
  add(keys: readonly string[] | null): number {
    const number = this.#count++;
    if (keys === null) this.#always.push(number);
    for (const key of keys ?? []) {
      if (key.endsWith('~')) this.#byPrefix.push([key.slice(0, -1), number]);
      else this.#byWord.set(key, [...(this.#byWord.get(key) ?? []), number]);
    }
    this.#masks.clear();
    this.#text = null;
    return number;
  }

  mayMatch(number: number, words: string): boolean {
    if (words !== this.#text) {
      this.#mask = this.#maskOf(words);
      this.#text = words;
    }
    return ((this.#mask[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;
  }

  #maskOf(words: string): Mask {
    const mask = this.#maskWith(this.#always);
    for (const word of words.split(/[ |]/u)) {
      for (const [at, bits] of this.#maskOfWord(word).entries()) mask[at] = (mask[at] ?? 0) | bits;
    }
    return mask;
  }

  #maskOfWord(word: string): Mask {
    const known = this.#masks.get(word);
    if (known) return known;
    const begun = this.#byPrefix.filter(([prefix]) => word.startsWith(prefix)).map(([, number]) => number);
    const mask = this.#maskWith([...(this.#byWord.get(word) ?? []), ...begun]);
    if (word.length <= MAX_CACHED_WORD_LENGTH) this.#masks.set(word, mask);
    return mask;
  }

  #maskWith(numbers: readonly number[]): number[] {
    const mask = new Array<number>(Math.ceil(this.#count / 32)).fill(0);
    for (const number of numbers) mask[number >>> 5] = (mask[number >>> 5] ?? 0) | (1 << (number & 31));
    return mask;
  }
}

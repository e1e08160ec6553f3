/**
 * Random numbers that a seed repeats (mulberry32): the plan of a run is the same for the same seed; what the machine
 * makes of it in time is not.
 */
export class Random {
  #state;

  /**
   * @param {number} seed
   * @param {number} index chooses one of many sequences of a seed
   */
  constructor(seed, index = 0) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index, 0x85ebca6b)) >>> 0;
  }

  /** From 0 to below 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** A whole number from `least` to `most`, both included. */
  between(least, most) {
    return least + this.below(most - least + 1);
  }

  /** True so often (0 to 1). */
  chance(part) {
    return this.next() < part;
  }

  /**
   * @template T
   * @param {readonly T[]} items not empty
   * @returns {T}
   */
  pick(items) {
    return items[this.below(items.length)];
  }

  /**
   * One of the keys of `{key: weight}`.
   * @param {Record<string, number> | readonly number[]} weights not empty
   */
  weighted(weights) {
    const entries = Object.entries(weights);
    let at = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      at -= weight;
      if (at < 0) return key;
    }
    return entries[entries.length - 1][0];
  }
}

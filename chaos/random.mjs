/**
 * Random numbers that a seed repeats (mulberry32): the plan of a run is the same for the same seed; what the machine
 * makes of it in time is not.
 */
export class Random {
  #state;

  constructor(/** @type {number} */ seed) {
    this.#state = (seed * 2_654_435_761) >>> 0;
  }

  /** From 0 to below 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True so often (0 to 1). */
  chance(part) {
    return this.next() < part;
  }

  pick(items) {
    return items[Math.floor(this.next() * items.length)];
  }

  /** One of the keys of `{key: weight}`. */
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

import { filterOf } from './local/resample';

/** Lowers a sampling rate by a whole factor, piece by piece, through the filter of `resample`. */
export class Decimator {
  readonly #half: number;
  readonly #taps: Float64Array;
  /** Samples that later outputs still need. */
  #rest: Int16Array;

  constructor(private readonly factor: number) {
    const { half, phases } = filterOf(1, factor);
    this.#half = half;
    this.#taps = phases[0] ?? new Float64Array(0);
    // Half a filter of silence: the first output lies on the first sample.
    this.#rest = new Int16Array(half);
  }

  convert(samples: Int16Array): Int16Array {
    const all = new Int16Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    const taps = this.#taps;
    const count = Math.max(0, Math.floor((all.length - taps.length) / this.factor) + 1);
    const lowered = new Int16Array(count);
    for (let at = 0, first = 0; at < count; at++, first += this.factor) {
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++) sum += (all[first + tap] ?? 0) * (taps[tap] ?? 0);
      lowered[at] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
    }
    this.#rest = all.slice(count * this.factor);
    return lowered;
  }

  end(): Int16Array {
    return this.convert(new Int16Array(this.#half));
  }
}

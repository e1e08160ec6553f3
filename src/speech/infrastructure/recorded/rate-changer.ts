import { filterOf } from '../local/resample';

/** Changes the sampling rate of audio piece by piece, by a ratio of integers; from −1 to 1. */
export class RateChanger {
  readonly #up: number;
  readonly #down: number;
  readonly #half: number;
  readonly #phases: readonly Float64Array[];
  /** Samples that later outputs still need. */
  #rest: Float32Array;
  /** The position of the next output in `#rest`, half a filter before it, in steps of 1 / up. */
  #at = 0;

  constructor(from: number, to: number) {
    const divisor = gcd(from, to);
    [this.#up, this.#down] = [to / divisor, from / divisor];
    const { half, phases } = filterOf(this.#up, this.#down);
    [this.#half, this.#phases] = [half, phases];
    // Half a filter of silence: the first output lies on the first sample.
    this.#rest = new Float32Array(half);
  }

  convert(samples: Float32Array): Float32Array {
    if (this.#up === this.#down) return samples;
    const all = new Float32Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    const taps = 2 * this.#half + 1;
    const room = (all.length - taps + 1) * this.#up - this.#at;
    const changed = new Float32Array(Math.max(0, Math.ceil(room / this.#down)));
    for (let index = 0; index < changed.length; index++) {
      const first = Math.floor(this.#at / this.#up);
      const filter = this.#phases[this.#at % this.#up] ?? [];
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += (all[first + tap] ?? 0) * (filter[tap] ?? 0);
      changed[index] = sum;
      this.#at += this.#down;
    }
    const done = Math.min(Math.floor(this.#at / this.#up), all.length);
    this.#rest = all.slice(done);
    this.#at -= done * this.#up;
    return changed;
  }

  end(): Float32Array {
    return this.convert(new Float32Array(this.#up === this.#down ? 0 : this.#half));
  }
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

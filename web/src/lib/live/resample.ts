/** Zero crossings of the kernel on each side, and points of its table between two of them. */
const CROSSINGS = 16;
const POINTS = 256;
/** Share of the lower rate's band that passes: the rest is for the slope. */
const PASS = 0.9;
/** Kaiser window: -60 dB beyond the slope. */
const BETA = 6;

/** Right half of a windowed sinc. The last two points are 0. */
const KERNEL = Float32Array.from({ length: CROSSINGS * POINTS + 2 }, (_, point) => {
  const x = point / POINTS;
  if (x >= CROSSINGS) return 0;
  const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
  return (sinc * bessel(BETA * Math.sqrt(1 - (x / CROSSINGS) ** 2))) / bessel(BETA);
});

/** The modified function of the first kind, order 0. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let order = 1; order < 24; order++) {
    term *= (x / (2 * order)) ** 2;
    sum += term;
  }
  return sum;
}

/** Converts a stream of samples to another rate, by a low-pass. Any rates, in constant memory; 2 ms late at 8 kHz. */
export class Resampler {
  readonly #scale: number;
  readonly #reach: number;
  readonly #samples: Float32Array;
  readonly #mask: number;
  #count: number;
  /** Position of the next output: a sample, and a part of the next in units of 1 / `to`. */
  #at: number;
  #part = 0;

  constructor(
    private readonly from: number,
    private readonly to: number,
  ) {
    this.#scale = Math.min(1, to / from) * PASS;
    this.#reach = Math.ceil(CROSSINGS / this.#scale);
    this.#samples = new Float32Array(2 ** Math.ceil(Math.log2(2 * this.#reach + 2)));
    this.#mask = this.#samples.length - 1;
    // Silence before the first sample.
    this.#count = this.#at = this.#reach;
  }

  push(sample: number, emit: (sample: number) => void): void {
    this.#samples[this.#count++ & this.#mask] = sample;
    while (this.#at + this.#reach < this.#count) {
      emit(this.#output());
      const next = this.#part + this.from;
      this.#at += Math.floor(next / this.to);
      this.#part = next % this.to;
    }
  }

  /** The next sample has silence before it. */
  reset(): void {
    this.#samples.fill(0);
  }

  #output(): number {
    const part = this.#part / this.to;
    let sum = 0;
    for (let offset = 1 - this.#reach; offset <= this.#reach; offset++) {
      const x = Math.abs(offset - part) * this.#scale * POINTS;
      const point = Math.min(Math.floor(x), KERNEL.length - 2);
      const before = KERNEL[point] ?? 0;
      const weight = before + ((KERNEL[point + 1] ?? 0) - before) * (x - Math.floor(x));
      sum += (this.#samples[(this.#at + offset) & this.#mask] ?? 0) * weight;
    }
    return sum * this.#scale;
  }
}

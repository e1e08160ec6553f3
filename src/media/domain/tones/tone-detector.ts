import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from '../frame';

export interface DetectedTone {
  readonly hertz: number;
  readonly atMs: number;
  readonly lengthMs: number;
}

/** Bounds of a machine's beep. */
const MIN_HZ = 600;
const MAX_HZ = 2_000;
const MIN_TONE_MS = 150;
const MAX_TONE_MS = 1_500;
const STEP_HZ = 50;
const MARGIN_HZ = 100;
/** Mean square of the quietest tone (-40 dB). */
const MIN_POWER = 32_768 ** 2 / 10_000;
/** Share of a frame's energy in two neighbouring filters when it is one tone between them. */
const MIN_PURITY = 0.75;
/** A frame that is lost or contains an edge does not end a tone. */
const MAX_MISSED_FRAMES = 1;

const COEFFICIENTS = Float64Array.from(
  { length: (MAX_HZ - MIN_HZ + 2 * MARGIN_HZ) / STEP_HZ + 1 },
  (_, bin) => 2 * Math.cos((2 * Math.PI * hertzOf(bin)) / SAMPLE_RATE),
);

function hertzOf(bin: number): number {
  return MIN_HZ - MARGIN_HZ + bin * STEP_HZ;
}

/** Filters computed together: each step needs the last one of its own filter, so those of others fit in between. */
const AT_ONCE = 3;

/** Detects single tones with Goertzel filters; speech and two tones at once (DTMF) are none. */
export class ToneDetector {
  readonly #powers = new Float64Array(COEFFICIENTS.length);
  readonly #samples = new Float64Array(FRAME_SAMPLES);
  #hertz = 0;
  #frames = 0;
  #misses = 0;
  #startMs = 0;

  process(frame: Int16Array, atMs: number): DetectedTone | null {
    const hertz = this.#single(frame);
    if (hertz > 0 && this.#frames > 0 && Math.abs(hertz - this.#hertz) <= STEP_HZ) {
      this.#frames += 1 + this.#misses;
      this.#misses = 0;
      return null;
    }
    if (this.#frames > 0 && hertz === 0 && this.#misses < MAX_MISSED_FRAMES) {
      this.#misses += 1;
      return null;
    }
    const ended = this.#endedTone();
    this.#frames = hertz > 0 ? 1 : 0;
    this.#misses = 0;
    this.#hertz = hertz;
    this.#startMs = atMs;
    return ended;
  }

  #endedTone(): DetectedTone | null {
    const lengthMs = this.#frames * FRAME_MS;
    const inside = this.#hertz >= MIN_HZ - STEP_HZ / 2 && this.#hertz <= MAX_HZ + STEP_HZ / 2;
    if (!inside || lengthMs < MIN_TONE_MS - FRAME_MS || lengthMs > MAX_TONE_MS + FRAME_MS) return null;
    return { hertz: Math.round(this.#hertz), atMs: this.#startMs, lengthMs };
  }

  #single(frame: Int16Array): number {
    let energy = 0;
    for (const sample of frame) energy += sample * sample;
    if (energy / FRAME_SAMPLES < MIN_POWER) return 0;
    this.#samples.set(frame);
    for (let bin = 0; bin < COEFFICIENTS.length; bin += AT_ONCE) this.#filter(bin);
    const best = this.#powers.indexOf(Math.max(...this.#powers));
    const below = this.#powers[best - 1] ?? 0;
    const above = this.#powers[best + 1] ?? 0;
    const peak = this.#powers[best] ?? 0;
    const neighbour = Math.max(below, above);
    // A tone of amplitude a has the energy a²n/2 and the power a²n²/4 in its filter.
    if ((2 * (peak + neighbour)) / FRAME_SAMPLES < MIN_PURITY * energy) return 0;
    // Between two filters amplitudes are as the distances to the other one.
    const shift = Math.sqrt(neighbour) / (Math.sqrt(peak) + Math.sqrt(neighbour));
    return hertzOf(best) + STEP_HZ * (above > below ? shift : -shift);
  }

  /** The powers of a filter and of those after it. */
  #filter(bin: number): void {
    const [a, b, c] = [COEFFICIENTS[bin] ?? 0, COEFFICIENTS[bin + 1] ?? 0, COEFFICIENTS[bin + 2] ?? 0];
    let [a1, a2, b1, b2, c1, c2] = [0, 0, 0, 0, 0, 0];
    const samples = this.#samples;
    for (let at = 0; at < samples.length; at++) {
      const sample = samples[at] ?? 0;
      const [a0, b0, c0] = [sample + a * a1 - a2, sample + b * b1 - b2, sample + c * c1 - c2];
      [a2, a1, b2, b1, c2, c1] = [a1, a0, b1, b0, c1, c0];
    }
    this.#powers[bin] = power(a, a1, a2);
    this.#powers[bin + 1] = power(b, b1, b2);
    this.#powers[bin + 2] = power(c, c1, c2);
  }
}

/** The power of a filter, from its last two states. */
function power(coefficient: number, one: number, two: number): number {
  return one * one + two * two - coefficient * one * two;
}

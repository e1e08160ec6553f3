import { FRAME_SAMPLES, WIRE_RATE } from './frame';
import { SAMPLE_OF, SILENCE } from './mulaw';
import { type Loudness, Playout } from './playout';
import { Resampler } from './resample';

/** Peak of a quiet frame (-42 dB). */
const QUIET = 256 / 32_768;

/** One frame of each side. */
type Sides = readonly Uint8Array[];

/** Plays what arrives, at the browser's rate. */
export class Ear {
  readonly #playout = new Playout<Sides>();
  readonly #resampler: Resampler;
  readonly #gains: number[];
  /** Samples of the frame that plays, at the browser's rate. */
  readonly #ready: Float32Array;
  #filled = 0;
  #played = 0;

  /** @param sides 1, or 2 that are mixed */
  constructor(
    rate: number,
    private readonly sides: number,
  ) {
    this.#resampler = new Resampler(WIRE_RATE, rate);
    this.#gains = Array.from({ length: sides }, () => 1);
    this.#ready = new Float32Array(Math.ceil((FRAME_SAMPLES * rate) / WIRE_RATE) + 1);
  }

  get waitingMs(): number {
    return this.#playout.waitingMs;
  }

  /** @param bytes whole frames of the first side, then as many of the next */
  receive(bytes: Uint8Array, nowMs: number): void {
    const length = bytes.length / this.sides;
    for (let at = 0; at + FRAME_SAMPLES <= length; at += FRAME_SAMPLES) {
      const frame = this.#gains.map((_, side) =>
        bytes.subarray(side * length + at, side * length + at + FRAME_SAMPLES),
      );
      this.#playout.push(frame, loudnessOf(frame), nowMs);
    }
  }

  /** @param gains of each side, 0 to 1 */
  mix(gains: readonly number[]): void {
    for (const [side, gain] of gains.entries()) if (side < this.sides) this.#gains[side] = gain;
  }

  flush(): void {
    this.#playout.flush();
    this.#resampler.reset();
    this.#played = this.#filled = 0;
  }

  fill(output: Float32Array, nowMs: number): void {
    for (let at = 0; at < output.length; at++) {
      if (this.#played === this.#filled && !this.#next(nowMs)) {
        output.fill(0, at);
        return;
      }
      output[at] = this.#ready[this.#played++] ?? 0;
    }
  }

  #next(nowMs: number): boolean {
    const frame = this.#playout.pull(nowMs);
    if (frame === null) return false;
    this.#played = this.#filled = 0;
    for (let at = 0; at < FRAME_SAMPLES; at++) {
      let sum = 0;
      for (const [side, codes] of frame.entries()) {
        sum += (SAMPLE_OF[codes[at] ?? SILENCE] ?? 0) * (this.#gains[side] ?? 0);
      }
      this.#resampler.push(sum, this.#add);
    }
    return true;
  }

  readonly #add = (sample: number): void => {
    this.#ready[this.#filled++] = sample;
  };
}

function loudnessOf(sides: Sides): Loudness {
  let peak = 0;
  for (const codes of sides) {
    for (const code of codes) peak = Math.max(peak, Math.abs(SAMPLE_OF[code] ?? 0));
  }
  return peak === 0 ? 'silent' : peak <= QUIET ? 'quiet' : 'sound';
}

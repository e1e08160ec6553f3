import { FRAME_SAMPLES, WIRE_RATE } from './frame';
import { codeOf } from './mulaw';
import { Resampler } from './resample';

/** A frame for the wire, and its root mean square. */
export interface MicFrame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly level: number;
}

/** Makes frames of a microphone's samples. */
export class Mic {
  readonly #resampler: Resampler;
  #bytes = new Uint8Array(FRAME_SAMPLES);
  #filled = 0;
  #squares = 0;

  constructor(
    rate: number,
    private readonly emit: (frame: MicFrame) => void,
  ) {
    this.#resampler = new Resampler(rate, WIRE_RATE);
  }

  /** @param channels none of a microphone that was pulled out: silence keeps the pace */
  receive(channels: readonly Float32Array[], length: number): void {
    for (let at = 0; at < length; at++) {
      let sum = 0;
      for (const channel of channels) sum += channel[at] ?? 0;
      this.#resampler.push(sum / Math.max(1, channels.length), this.#add);
    }
  }

  readonly #add = (sample: number): void => {
    this.#bytes[this.#filled++] = codeOf(sample);
    this.#squares += sample * sample;
    if (this.#filled < FRAME_SAMPLES) return;
    this.emit({ bytes: this.#bytes, level: Math.sqrt(this.#squares / FRAME_SAMPLES) });
    this.#bytes = new Uint8Array(FRAME_SAMPLES);
    this.#filled = 0;
    this.#squares = 0;
  };
}

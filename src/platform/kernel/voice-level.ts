/** In dB: above the noise, and absolute. */
const SPEECH_MARGIN_DB = 10;
const MIN_SPEECH_DB = -48;
const MIN_NOISE_DB = -75;
const MAX_NOISE_DB = -30;
/** dB a frame: noise is learnt at once in silence, slowly (3 dB a second) during sound. */
const FALL = 3;
const RISE = 0.06;

/** In dB below the loudest possible sample; -Infinity for silence. */
export function levelOf(samples: Int16Array, from = 0, length = samples.length - from): number {
  let energy = 0;
  for (let at = from; at < from + length; at++) {
    const sample = samples[at] ?? 0;
    energy += sample * sample;
  }
  return length > 0 ? 10 * Math.log10(energy / length / 32_768 ** 2) : -Infinity;
}

/** Detects speech by its loudness over the noise of the line, per frame of 20 ms. */
export class VoiceLevel {
  #noise = -60;

  isVoice(frame: Int16Array): boolean {
    const level = Math.max(MIN_NOISE_DB, levelOf(frame));
    const voiced = level > Math.max(MIN_SPEECH_DB, this.#noise + SPEECH_MARGIN_DB);
    const learnt = level < this.#noise ? Math.max(level, this.#noise - FALL) : this.#noise + RISE;
    this.#noise = Math.min(MAX_NOISE_DB, Math.max(MIN_NOISE_DB, learnt));
    return voiced;
  }
}

import { FRAME_MS, levelOf } from './frame';
import type { VoiceDetector, Verdict } from './voice-detector';

/** Minimum level of speech above the noise, and its absolute minimum, in dB. */
const SPEECH_MARGIN_DB = 10;
const MIN_SPEECH_DB = -48;
/** Bounds of the estimated noise. */
const MIN_NOISE_DB = -75;
const MAX_NOISE_DB = -30;
/** dB a frame: noise is learnt at once where it is quiet, slowly (3 dB a second) where something sounds. */
const FALL = 3;
const RISE = 0.06;

/** Finds speech by its loudness over the noise of the line: what there is without the offline speech kit. */
export class LevelVad implements VoiceDetector {
  #noise = -60;

  constructor(private readonly verdict: Verdict) {}

  hear(frame: Int16Array, atMs: number): void {
    const level = Math.max(MIN_NOISE_DB, levelOf(frame));
    const voiced = level > Math.max(MIN_SPEECH_DB, this.#noise + SPEECH_MARGIN_DB);
    const learnt = level < this.#noise ? Math.max(level, this.#noise - FALL) : this.#noise + RISE;
    this.#noise = Math.min(MAX_NOISE_DB, Math.max(MIN_NOISE_DB, learnt));
    this.verdict(voiced, atMs, atMs + FRAME_MS);
  }
}

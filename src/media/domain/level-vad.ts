import { FRAME_MS, levelOf } from './frame';
import type { VoiceDetector, Verdict } from './voice-detector';

/** Speech is so much louder than the noise around it, and never quieter than this, in dB. */
const ABOVE_NOISE = 10;
const QUIETEST_SPEECH = -48;
/** The noise is taken to be between these. */
const LOWEST_NOISE = -75;
const HIGHEST_NOISE = -30;
/** dB a frame: noise is learnt at once where it is quiet, slowly (3 dB a second) where something sounds. */
const FALL = 3;
const RISE = 0.06;

/** Finds speech by its loudness over the noise of the line: what there is without the offline speech kit. */
export class LevelVad implements VoiceDetector {
  #noise = -60;

  constructor(private readonly verdict: Verdict) {}

  hear(frame: Int16Array, atMs: number): void {
    const level = Math.max(LOWEST_NOISE, levelOf(frame));
    const voiced = level > Math.max(QUIETEST_SPEECH, this.#noise + ABOVE_NOISE);
    const learnt = level < this.#noise ? Math.max(level, this.#noise - FALL) : this.#noise + RISE;
    this.#noise = Math.min(HIGHEST_NOISE, Math.max(LOWEST_NOISE, learnt));
    this.verdict(voiced, atMs, atMs + FRAME_MS);
  }
}

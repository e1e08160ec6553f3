import { VoiceLevel } from '../../platform/kernel/voice-level';
import { FRAME_MS } from './frame';
import type { VoiceDetector, Verdict } from './voice-detector';

/** Finds speech by its loudness: what there is without the offline speech kit. */
export class LevelVad implements VoiceDetector {
  readonly #level = new VoiceLevel();

  constructor(private readonly verdict: Verdict) {}

  hear(frame: Int16Array, atMs: number): void {
    this.verdict(this.#level.isVoice(frame), atMs, atMs + FRAME_MS);
  }
}

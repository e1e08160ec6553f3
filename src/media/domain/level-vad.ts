import { VoiceLevel } from '../../platform/kernel/voice-level';
import { FRAME_MS } from './frame';
import type { VoiceDetector, Verdict } from './voice-detector';

/** Detects speech by its loudness, without the offline speech kit. */
export class LevelVad implements VoiceDetector {
  readonly #level = new VoiceLevel();

  constructor(private readonly verdict: Verdict) {}

  process(frame: Int16Array, atMs: number): void {
    this.verdict(this.#level.isVoice(frame), atMs, atMs + FRAME_MS);
  }
}

import { VoiceLevel } from '../../platform/kernel/voice-level';
import { FRAME_MS } from './frame';
import type { VoiceDetector, ReportVoice } from './voice-detector';

/** Detects speech by its loudness, without the offline speech kit. */
export class LevelVad implements VoiceDetector {
  readonly #level = new VoiceLevel();

  constructor(private readonly report: ReportVoice) {}

  process(frame: Int16Array, atMs: number): void {
    this.report(this.#level.isVoice(frame), atMs, atMs + FRAME_MS);
  }
}

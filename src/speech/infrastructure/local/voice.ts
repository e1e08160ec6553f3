import type { Turn } from '../../../shared-kernel/talk';

export interface Utterance {
  readonly speaker: Turn['speaker'];
  readonly text: string;
  /** The agent's language, for scripts that several languages share. */
  readonly language: string | null;
  /** The length of the speech, in samples. */
  readonly length: number;
}

/** Speaks a text, offline. */
export interface Voice {
  /** `length` samples from -1 to 1; null when this voice cannot speak the text. */
  speak(utterance: Utterance): Float32Array | null;
}

/** Normalises speech to -20 dBFS (RMS), whichever voice it came from, with its peak limited to 0.9. */
export function normalizeVolume(samples: Float32Array): Float32Array {
  let peak = 0;
  let energy = 0;
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
    energy += sample * sample;
  }
  if (peak === 0) return samples;
  const gain = Math.min(0.1 / Math.sqrt(energy / samples.length), 0.9 / peak);
  return samples.map((sample) => sample * gain);
}

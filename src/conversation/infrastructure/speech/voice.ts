import type { Turn } from '../../../platform/kernel/talk';

/** Samples a second: what telephones carry. */
export const SAMPLE_RATE = 8_000;

/** One turn as it is to be spoken. */
export interface Utterance {
  readonly speaker: Turn['speaker'];
  readonly text: string;
  /** The agent's language, for texts whose script leaves it open. */
  readonly language: string | null;
  /** The speech fills exactly so many samples. */
  readonly length: number;
}

/** Speaks a text, offline. */
export interface Voice {
  /** `length` samples from -1 to 1; null when this voice cannot speak the text. */
  speak(utterance: Utterance): Float32Array | null;
}

/** Brings speech to one loudness, whichever voice it came from; -20 dB below the loudest that a sample can be. */
export function levelled(samples: Float32Array): Float32Array {
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

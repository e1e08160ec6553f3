export { levelOf } from '../../platform/kernel/voice-level';

/** Telephone audio: linear, 16 bit, 8,000 samples a second. A frame is 20 ms. */
export const SAMPLE_RATE = 8_000;
export const SAMPLES_PER_MS = SAMPLE_RATE / 1_000;
export const FRAME_MS = 20;
export const FRAME_SAMPLES = FRAME_MS * SAMPLES_PER_MS;
export const BATCH_FRAMES = 5;

export function msOf(samples: number): number {
  return samples / SAMPLES_PER_MS;
}

export function samplesOf(ms: number): number {
  return Math.round(ms * SAMPLES_PER_MS);
}

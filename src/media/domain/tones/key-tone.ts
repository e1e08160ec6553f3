import { SAMPLE_RATE } from '../frame';

/** ITU-T Q.23. */
const ROWS = [697, 770, 852, 941].map(coefficientOf);
const COLUMNS = [1_209, 1_336, 1_477, 1_633].map(coefficientOf);
/** Mean square of -45 dB; quieter frames have no key that a person could read. */
const MIN_POWER = 34_000;
/** Shares of the energy: both tones together, and each of them (ITU-T Q.24 allows 8 dB between them). */
const MIN_SHARE = 0.7;
const MIN_TONE_SHARE = 0.08;

/** Whether half a frame has the two tones of a key, so that the frame in which a key begins or ends counts, too. */
export function hasKeyTone(frame: Int16Array): boolean {
  // A tone in half the frame has half its share of the whole; speech is seldom examined further.
  if (!isKeyTone(frame, 2)) return false;
  const half = frame.length / 2;
  return isKeyTone(frame.subarray(0, half)) || isKeyTone(frame.subarray(half));
}

function isKeyTone(samples: Int16Array, tolerance = 1): boolean {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  if (tolerance * energy < MIN_POWER * samples.length) return false;
  const shareOf = (coefficient: number) => (2 * goertzel(samples, coefficient)) / (samples.length * energy);
  const row = Math.max(...ROWS.map(shareOf));
  const column = Math.max(...COLUMNS.map(shareOf));
  return tolerance * Math.min(row, column) >= MIN_TONE_SHARE && tolerance * (row + column) >= MIN_SHARE;
}

function coefficientOf(frequency: number): number {
  return 2 * Math.cos((2 * Math.PI * frequency) / SAMPLE_RATE);
}

/** Squared magnitude of one frequency (Goertzel's algorithm). */
function goertzel(samples: Int16Array, coefficient: number): number {
  let before = 0;
  let last = 0;
  for (const sample of samples) {
    const next = sample + coefficient * last - before;
    before = last;
    last = next;
  }
  return before * before + last * last - coefficient * before * last;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { BYTES_PER_SAMPLE, readWav, wavHeader } from '../../../src/media/domain/wav';
import { levelOf } from '../../../src/media/domain/frame';
import { toneSamples } from '../../../src/media/domain/tone';
import { ToneDetector } from '../../../src/media/domain/tone-detector';

/** Writes a stereo WAV file in which these tones follow each other. */
export function writeTones(path: string, ...hertz: readonly number[]): void {
  writeStereo(path, tonesOf(hertz));
}

/** Tones one after another, 400 ms each with 200 ms between. */
export function tonesOf(hertz: readonly number[]): Int16Array {
  const audio = hertz.flatMap((frequency) => [
    ...toneSamples({ hertz: [frequency], pattern: null, level: -16 }, 400),
    ...new Int16Array(1_600),
  ]);
  return Int16Array.from(audio);
}

/** The same audio on both channels. */
function writeStereo(path: string, audio: Int16Array): void {
  const samples = new Int16Array(2 * audio.length);
  audio.forEach((sample, at) => {
    samples[2 * at] = samples[2 * at + 1] = sample;
  });
  writeFileSync(
    path,
    Buffer.concat([wavHeader(audio.length * BYTES_PER_SAMPLE), Buffer.from(samples.buffer)]),
  );
}

/** A mono WAV file, which is all that some programs take. */
export function writeMono(path: string, audio: Int16Array): void {
  const header = wavHeader(audio.length * 2);
  const view = new DataView(header.buffer);
  view.setUint16(22, 1, true);
  view.setUint32(28, 16_000, true);
  view.setUint16(32, 2, true);
  writeFileSync(path, Buffer.concat([header, Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength)]));
}

export function channelsOf(path: string): readonly Int16Array[] {
  return readWav(readFileSync(path)).channels;
}

/** The tones in audio, to 50 Hz, in their order. */
export function tonesIn(audio: Int16Array): number[] {
  const detector = new ToneDetector();
  const found: number[] = [];
  for (let at = 0; at + 160 <= audio.length; at += 160) {
    const tone = detector.hear(audio.subarray(at, at + 160), at / 8);
    if (tone) found.push(Math.round(tone.hertz / 50) * 50);
  }
  return found;
}

/** Loudness every 20 ms: what is left of speech by any codec. */
function envelopeOf(audio: Int16Array): number[] {
  return Array.from({ length: Math.floor(audio.length / 160) }, (_, at) =>
    Math.max(-60, levelOf(audio, at * 160, 160)),
  );
}

/** How alike speech and the best fitting place of a recording are: 1 is the same, what is unrelated stays below 0.5. */
export function likeness(speech: Int16Array, recording: Int16Array): number {
  const [wanted, heard] = [envelopeOf(speech), envelopeOf(recording)];
  let best = 0;
  for (let from = 0; from + wanted.length <= heard.length; from++) {
    best = Math.max(best, correlation(wanted, heard.slice(from, from + wanted.length)));
  }
  return best;
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  let [product, square, otherSquare] = [0, 0, 0];
  one.forEach((value, at) => {
    const [x, y] = [value - a, (other[at] ?? 0) - b];
    product += x * y;
    square += x * x;
    otherSquare += y * y;
  });
  return square * otherSquare > 0 ? product / Math.sqrt(square * otherSquare) : 0;
}

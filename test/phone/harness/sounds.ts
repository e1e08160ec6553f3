import { readFileSync, writeFileSync } from 'node:fs';
import { BYTES_PER_SAMPLE, readWav, wavHeader } from '../../../src/media/domain/wav';
import { levelOf } from '../../../src/media/domain/frame';
import { toneSamples } from '../../../src/media/domain/tones/tone';

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

/** A stretch of sound in audio, in milliseconds. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The stretches of sound in audio, to 20 ms; pauses of less than `pauseMs` belong to them. */
export function soundsIn(audio: Int16Array, pauseMs = 250): Stretch[] {
  const stretches: { fromMs: number; toMs: number }[] = [];
  envelopeOf(audio).forEach((level, at) => {
    if (level < -45) return;
    const last = stretches.at(-1);
    if (last && at * 20 - last.toMs < pauseMs) last.toMs = (at + 1) * 20;
    else stretches.push({ fromMs: at * 20, toMs: (at + 1) * 20 });
  });
  return stretches;
}

const FRAME = 160;
const FREQUENCIES = Array.from({ length: 21 }, (_, at) => 600 + 50 * at);
/** Frames that make a tone: 160 ms of 400, because a machine that is busy makes holes. */
const ENOUGH = 8;

/** The tones in audio, to 50 Hz, in the order in which they begin. */
export function tonesIn(audio: Int16Array): number[] {
  const frames = new Map<number, number>();
  for (let from = 0; from + FRAME <= audio.length; from += FRAME) {
    const hertz = frequencyOf(audio.subarray(from, from + FRAME));
    if (hertz > 0) frames.set(hertz, (frames.get(hertz) ?? 0) + 1);
  }
  return [...frames].filter(([, count]) => count >= ENOUGH).map(([hertz]) => hertz);
}

/** The one frequency that a frame consists of; 0 when there is none. */
function frequencyOf(frame: Int16Array): number {
  const energy = frame.reduce((sum, sample) => sum + sample * sample, 0);
  if (energy / FRAME < 10_000) return 0;
  return FREQUENCIES.find((hertz) => (2 * powerAt(frame, hertz)) / FRAME > 0.7 * energy) ?? 0;
}

function powerAt(frame: Int16Array, hertz: number): number {
  let [real, imaginary] = [0, 0];
  frame.forEach((sample, at) => {
    const angle = (2 * Math.PI * hertz * at) / 8_000;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  });
  return real * real + imaginary * imaginary;
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

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DIST } from '../../lib/paths.mjs';

const { tones, wav } = createRequire(import.meta.url)(join(DIST, 'src/media/index.js'));

/** The rate of telephone audio, in samples a millisecond. */
const SAMPLES_A_MS = 8;
/** Amplitude of what is sound, of 1 (-45 dB). */
const SOUND = 10 ** (-45 / 20);
const MICROPHONE_RATE = 48_000;

/** Speech of a person, for a voice detector. */
export const speechOf = (ms) => tones.toneSamples({ hertz: [300, 600], pattern: [180, 40], level: -20 }, ms);

/** The largest amplitude, of 1, in each millisecond of 16 bit samples of 8 kHz. */
function envelopeOf(samples) {
  return Float32Array.from({ length: Math.floor(samples.length / SAMPLES_A_MS) }, (_, ms) => {
    let peak = 0;
    for (let at = ms * SAMPLES_A_MS; at < (ms + 1) * SAMPLES_A_MS; at++)
      peak = Math.max(peak, Math.abs(samples[at]));
    return peak / 32_768;
  });
}

/** Envelopes of both channels of a recording of the service. */
export function envelopesOf(bytes) {
  return wav.readWav(bytes).channels.map(envelopeOf);
}

/**
 * The stretches of sound in an envelope, in milliseconds. Pauses of less than `pauseMs` belong to a stretch.
 * @param {ArrayLike<number>} envelope
 * @param {number} pauseMs
 */
export function stretchesOf(envelope, pauseMs) {
  const found = [];
  for (let ms = 0; ms < envelope.length; ms++) {
    if (envelope[ms] < SOUND) continue;
    const last = found.at(-1);
    if (last && ms - last.toMs < pauseMs) last.toMs = ms + 1;
    else found.push({ fromMs: ms, toMs: ms + 1 });
  }
  return found;
}

/**
 * A WAV file for a browser's microphone, mono, 16 bit: a voice's syllables, which noise suppression lets through, while
 * `sounds` says so.
 * @param {number} seconds
 * @param {(ms: number) => boolean} sounds
 */
export function microphoneFile(seconds, sounds) {
  const data = Buffer.alloc(2 * MICROPHONE_RATE * seconds);
  for (let at = 0; at < data.length / 2; at++) {
    const second = at / MICROPHONE_RATE;
    if (!sounds(1_000 * second)) continue;
    const phase = 400 * second + 16 * Math.cos(6 * Math.PI * second);
    data.writeInt16LE(Math.round(9_000 * Math.sin(2 * Math.PI * phase)), 2 * at);
  }
  const header = Buffer.from(wav.wavHeader(data.length));
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(MICROPHONE_RATE, 24);
  header.writeUInt32LE(2 * MICROPHONE_RATE, 28);
  header.writeUInt16LE(2, 32);
  return Buffer.concat([header, data]);
}

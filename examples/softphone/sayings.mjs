import { readFile } from 'node:fs/promises';
import { wav } from '../../dist/src/media/index.js';
import { EspeakCommand } from '../../dist/src/speech/infrastructure/local/espeak-command.js';
import { resample } from '../../dist/src/speech/infrastructure/local/resample.js';
import { normalizeVolume } from '../../dist/src/speech/infrastructure/local/voice.js';
import { UsageError } from './options.mjs';

const RATE = 8_000;
/** A man's voice, and words a minute. */
const [VOICE, SPEED] = ['en-gb+m3', 150];

/**
 * What is to be said, as audio: WAV files, and texts that espeak-ng speaks. @throws UsageError
 * @param {string[]} words
 * @param {{asIs?: boolean}} [options] `asIs`: files are of 8 kHz and have their loudness
 */
export async function sayings(words, { asIs = false } = {}) {
  const audio = [];
  for (const word of words)
    audio.push(word.endsWith('.wav') ? await fromFile(word, asIs) : await spoken(word));
  return audio;
}

async function fromFile(path, asIs) {
  try {
    const read = wav.readWav(await readFile(path));
    return asIs ? read.channels[0] : telephone(read);
  } catch (error) {
    throw new UsageError(
      `--say ${path}: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`,
    );
  }
}

let command;

async function spoken(text) {
  try {
    command ??= await EspeakCommand.load();
  } catch {
    throw new UsageError(
      '--say TEXT needs the optional package: npm install espeak-ng. A WAV file needs nothing.',
    );
  }
  // Square brackets twice are the engine's own notation.
  return telephone(wav.readWav(command.speak(text.replace(/[[\]]/g, ' '), VOICE, SPEED)));
}

/** The first channel as a telephone carries it, at one loudness. */
function telephone({ rate, channels: [samples] }) {
  const speech =
    rate === RATE ? Float32Array.from(samples, (sample) => sample / 32_768) : resample(samples, rate, RATE);
  return Int16Array.from(normalizeVolume(speech), (sample) => Math.round(sample * 32_767));
}

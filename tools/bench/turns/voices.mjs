import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DIST } from '../../lib/paths.mjs';
import { Random } from '../../lib/random.mjs';
import { SENTENCES } from './sentences.mjs';

const built = createRequire(join(DIST, 'src/main.js'));
const LOCAL = './speech/infrastructure/local';
const RATE = 8_000;
const SAMPLES_A_MS = RATE / 1_000;
/** The level of speech, in dB below the loudest; others are relative to it. */
const SPEECH_DB = -20;
const TELEVISION_DB = -15;
/** Words a minute. */
const SPEED = 150;
/** espeak-ng begins and ends a text with silence: what is so much below its peak. */
const EDGE_SHARE = 0.02;
const BACKGROUND_MS = 20_000;
/** What is heard over the agent's words, and how long it fades in and out. */
const BURST_MS = 2_500;
const FADE_MS = 150;
const COUGH_MS = [0, 380];

/**
 * Speaks the corpus into WAV files.
 * @typedef {{file: string, ms: number, words: {text: string, endMs: number}[]}} Clip `ms` is the marked end
 */
export class Voices {
  #folder;
  #command;
  #made = 0;
  /** @type {Map<string, Promise<string>>} */
  #backgrounds = new Map();

  /** @param {string} folder for its files */
  static async load(folder) {
    const { EspeakCommand } = built(`${LOCAL}/espeak-command.js`);
    return new Voices(folder, await EspeakCommand.load());
  }

  constructor(folder, command) {
    [this.#folder, this.#command] = [folder, command];
  }

  /** @returns {Promise<Clip>} */
  async clip({ kind, segments }, language, seed) {
    if (segments.length === 0) return this.#noise(kind, language, seed);
    const words = [];
    const parts = [];
    let ms = 0;
    for (const { text, pauseMs } of segments) {
      const audio = this.#speak(text, language, 'm3');
      words.push(...timesOf(text, ms, audio.length / SAMPLES_A_MS));
      parts.push(audio, new Float32Array(pauseMs * SAMPLES_A_MS));
      ms += audio.length / SAMPLES_A_MS + pauseMs;
    }
    return { file: await this.#write(levelled(joined(parts), SPEECH_DB)), ms, words };
  }

  /** What is heard behind a whole call, as a WAV file to be repeated; null: nothing. */
  background(kind, language) {
    if (kind === 'quiet') return Promise.resolve(null);
    const key = `${kind} ${kind === 'television' ? language : ''}`;
    const made = this.#backgrounds.get(key) ?? this.#write(this.#behind(kind, language, BACKGROUND_MS, 7));
    this.#backgrounds.set(key, made);
    return made;
  }

  async #noise(kind, language, seed) {
    const audio = kind === 'cough' ? cough(seed) : faded(this.#behind(kind, language, BURST_MS, seed));
    return { file: await this.#write(audio), ms: audio.length / SAMPLES_A_MS, words: [] };
  }

  #behind(kind, language, ms, seed) {
    const length = ms * SAMPLES_A_MS;
    if (kind !== 'television') return levelled(hiss(length, seed), SPEECH_DB - Number(kind.split('-')[1]));
    const programme = this.#speak(SENTENCES[language].television, language, 'f4');
    const from = Math.floor(new Random(seed).next() * programme.length);
    const audio = Float32Array.from({ length }, (_, at) => programme[(from + at) % programme.length]);
    return levelled(audio, SPEECH_DB + TELEVISION_DB);
  }

  #speak(text, language, variant) {
    const { espeakLanguage } = built(`${LOCAL}/espeak-language.js`);
    const { resample } = built(`${LOCAL}/resample.js`);
    const { readWav } = built('./media/domain/wav.js');
    const voice = `${espeakLanguage(text, language)}+${variant}`;
    const { rate, channels } = readWav(this.#command.speak(text, voice, SPEED));
    return trimmed(resample(channels[0], rate, RATE));
  }

  async #write(audio) {
    const { wavHeader } = built('./media/domain/wav.js');
    const stereo = Int16Array.from({ length: 2 * audio.length }, (_, at) =>
      Math.max(-32_768, Math.min(32_767, Math.round(audio[at >> 1] * 32_767))),
    );
    const path = join(this.#folder, `turn-${++this.#made}.wav`);
    const bytes = new Uint8Array(stereo.buffer);
    await writeFile(path, Buffer.concat([wavHeader(bytes.length), bytes]));
    return path;
  }
}

/** When each word is over: a segment's time is divided by letters. */
function timesOf(text, fromMs, ms) {
  const words = text.split(' ');
  let letters = 0;
  return words.map((word) => {
    letters += word.length + 1;
    return { text: word, endMs: fromMs + (ms * letters) / (text.length + 1) };
  });
}

function joined(parts) {
  const audio = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    audio.set(part, at);
    at += part.length;
  }
  return audio;
}

function trimmed(audio) {
  const edge = EDGE_SHARE * audio.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  const isLoud = (sample) => Math.abs(sample) > edge;
  return audio.slice(audio.findIndex(isLoud), audio.findLastIndex(isLoud) + 1);
}

/** So loud on average, pauses left out. */
function levelled(audio, decibel) {
  const loud = audio.filter((sample) => Math.abs(sample) > 1e-4);
  const energy = loud.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, loud.length);
  const gain = 10 ** (decibel / 20) / Math.sqrt(energy || 1);
  return audio.map((sample) => sample * gain);
}

function faded(audio) {
  const edge = FADE_MS * SAMPLES_A_MS;
  return audio.map((sample, at) => sample * Math.min(1, at / edge, (audio.length - at) / edge));
}

/** Noise of a street: louder below than above. */
function hiss(length, seed) {
  const random = new Random(seed);
  let low = 0;
  return Float32Array.from({ length }, () => {
    const white = 2 * random.next() - 1;
    low = 0.8 * low + 0.2 * white;
    return low + 0.2 * white;
  });
}

/** Two bursts that die away. */
function cough(seed) {
  const audio = hiss(700 * SAMPLES_A_MS, seed);
  const share = (ms) => COUGH_MS.reduce((sum, from) => sum + (ms < from ? 0 : Math.exp((from - ms) / 70)), 0);
  return levelled(
    audio.map((sample, at) => sample * share(at / SAMPLES_A_MS)),
    SPEECH_DB,
  );
}

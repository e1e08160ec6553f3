import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DIST } from './paths.mjs';

const { wav } = createRequire(import.meta.url)(join(DIST, 'src/media/index.js'));

/** What is quieter, in dB below the loudest, is silence. */
const SILENCE_DB = -45;
const WINDOW_MS = 5;

/**
 * The stretches of sound of both channels of a recording, in milliseconds, to 5 ms. Pauses of less than `pauseMs` belong to
 * a stretch.
 * @param {string} path
 * @param {number} pauseMs
 * @returns {Promise<{fromMs: number, toMs: number}[][]>} left, right
 */
export async function soundsOf(path, pauseMs) {
  const { rate, channels } = wav.readWav(await readFile(path));
  return channels.map((samples) => stretches(samples, (rate * WINDOW_MS) / 1_000, pauseMs));
}

function stretches(samples, window, pauseMs) {
  const least = (32_768 * 10 ** (SILENCE_DB / 20)) ** 2 * window;
  const found = [];
  for (let from = 0; from + window <= samples.length; from += window) {
    let energy = 0;
    for (let at = from; at < from + window; at++) energy += samples[at] ** 2;
    if (energy < least) continue;
    const fromMs = (from / window) * WINDOW_MS;
    const last = found.at(-1);
    if (last && fromMs - last.toMs < pauseMs) last.toMs = fromMs + WINDOW_MS;
    else found.push({ fromMs, toMs: fromMs + WINDOW_MS });
  }
  return found;
}

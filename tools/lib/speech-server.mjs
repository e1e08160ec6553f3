import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from './free-port.mjs';

/** A second of silence, 24 kHz. */
const AUDIO = Buffer.alloc(48_000);
const RATE = 24_000;
const HERTZ = 220;
/** 20 dB below the loudest. */
const AMPLITUDE = 4_600;
const LONGEST_MS = 20_000;
/** @type {(ms: number) => boolean} */
const ALWAYS = () => true;

/** The engine and voice of agents that speak by it, as the API takes them. */
export const VOICE = { tts_model: 'openai', voice: 'alloy' };

/**
 * OpenAI's speech API that answers at once.
 * @param {object} [options]
 * @param {string} [options.hears] the words of each turn; '' is noise
 * @param {number} [options.msPerCharacter] of the tone that its voice is; 0: each text is a second of silence
 * @param {(ms: number) => boolean} [options.sounds] when the tone is to be heard, by default always
 * @returns {Promise<{environment: Record<string, string>, close(): void}>}
 */
export async function startSpeechServer({ hears = '', msPerCharacter = 0, sounds = ALWAYS } = {}) {
  const tone = msPerCharacter === 0 ? null : toneOf(LONGEST_MS, sounds);
  const server = createServer((request, response) => {
    const body = [];
    request.on('data', (piece) => body.push(piece));
    request.once('end', () => {
      if (request.url !== '/audio/speech') response.end(JSON.stringify({ text: hears }));
      else if (tone === null) response.end(AUDIO);
      else {
        const { input } = JSON.parse(Buffer.concat(body).toString());
        response.end(tone.subarray(0, 2 * Math.round((RATE * msPerCharacter * input.length) / 1_000)));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${portOf(server)}`;
  return {
    environment: { STT_URL: url, OPENAI_TTS_URL: url, OPENAI_TTS_API_KEY: 'nobody-checks-it' },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Samples of 16 bit. */
function toneOf(ms, sounds) {
  const samples = Int16Array.from({ length: (RATE * ms) / 1_000 }, (_, at) =>
    sounds((1_000 * at) / RATE) ? AMPLITUDE * Math.sin((2 * Math.PI * HERTZ * at) / RATE) : 0,
  );
  return Buffer.from(samples.buffer);
}

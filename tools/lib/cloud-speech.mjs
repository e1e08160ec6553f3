import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { portOf } from './free-port.mjs';

/** A voice of ElevenLabs, as the API takes it. */
export const CLOUD_VOICE = { tts_model: 'elevenlabs', voice: 'EXAVITQu4vr4xnSDxMaL' };

/** 16 bit, 8 kHz. */
const BYTES_A_MS = 16;
const PIECE_MS = 100;
/** So often words are reported, in milliseconds of audio. */
const PARTIAL_EVERY_MS = 500;
const HERTZ = 220;
const AMPLITUDE = 4_600;

/**
 * Deepgram and ElevenLabs as their documentation says, for any number of calls, with the times that such engines take.
 * @param {object} options
 * @param {string} options.hears the words of each turn
 * @param {number} options.finalMs from a Finalize to the last words
 * @param {number} options.firstMs from a text to its first audio
 * @param {number} options.msPerCharacter of the tone that the voice is
 * @returns {Promise<{environment: Record<string, string>, close(): void}>}
 */
export async function startCloudSpeech({ hears, finalMs, firstMs, msPerCharacter }) {
  const server = createServer((request, response) => {
    const body = [];
    request.on('data', (piece) => body.push(piece));
    request.once('end', () => {
      const { text } = JSON.parse(Buffer.concat(body).toString());
      setTimeout(() => {
        void speak(response, text.length * msPerCharacter);
      }, firstMs);
    });
  }).listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ server, path: '/v1/listen' });
  sockets.on('connection', (socket) => {
    listen(socket, hears, finalMs);
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${portOf(server)}`;
  return {
    environment: {
      DEEPGRAM_API_KEY: 'nobody-checks-it',
      DEEPGRAM_URL: url,
      STT_ENGINES: 'deepgram',
      ELEVENLABS_API_KEY: 'nobody-checks-it',
      ELEVENLABS_URL: url,
    },
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One call: the turn's words come one after another while there is sound, all of them after Finalize. */
function listen(socket, hears, finalMs) {
  const words = hears.split(' ');
  let [fromMs, toMs, soundMs, shown] = [0, 0, 0, 0];
  const send = (start, end, text, more) => {
    socket.send(
      JSON.stringify({
        type: 'Results',
        start: start / 1_000,
        duration: (end - start) / 1_000,
        is_final: false,
        ...more,
        channel: { alternatives: [{ transcript: text }] },
      }),
    );
  };
  socket.on('message', (/** @type {Buffer} */ data, isBinary) => {
    if (isBinary) {
      toMs += data.length / BYTES_A_MS;
      if (isSound(data)) soundMs += data.length / BYTES_A_MS;
      if (soundMs < (shown + 1) * PARTIAL_EVERY_MS) return;
      shown += 1;
      send(fromMs, toMs, words.slice(0, shown).join(' '));
    } else if (JSON.parse(data.toString()).type === 'Finalize') {
      const [start, end, text] = [fromMs, toMs, soundMs > 0 ? hears : ''];
      [fromMs, soundMs, shown] = [toMs, 0, 0];
      setTimeout(() => send(start, end, text, { is_final: true, from_finalize: true }), finalMs);
    }
  });
}

/** Louder than the noise of a quiet line, somewhere; no tone has the period of the steps. */
function isSound(data) {
  for (let at = 0; at + 1 < data.length; at += 2 * 23) if (Math.abs(data.readInt16LE(at)) > 500) return true;
  return false;
}

/** Sends a tone several times faster than it sounds. */
async function speak(response, ms) {
  response.writeHead(200, { 'content-type': 'audio/pcm' });
  for (let from = 0; from < ms && !response.destroyed; from += PIECE_MS) {
    response.write(TONE.subarray(0, Math.round(Math.min(PIECE_MS, ms - from)) * BYTES_A_MS));
    await new Promise((go) => setTimeout(go, PIECE_MS / 5));
  }
  response.end();
}

/** A piece of the voice; it ends where it begins. */
const TONE = (() => {
  const samples = Int16Array.from(
    { length: PIECE_MS * 8 },
    (_, at) => AMPLITUDE * Math.sin((2 * Math.PI * HERTZ * at) / 8_000),
  );
  return Buffer.from(samples.buffer);
})();

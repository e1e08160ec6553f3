import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from './free-port.mjs';

/** A second of silence, 24 kHz. */
const AUDIO = Buffer.alloc(48_000);

/** The engine and voice of agents that speak by it, as the API takes them. */
export const VOICE = { tts_model: 'openai', voice: 'alloy' };

/**
 * OpenAI's speech API for agents whose words nobody listens to: it hears nothing, and its voice is silence.
 * @returns {Promise<{environment: Record<string, string>, close(): void}>}
 */
export async function startSpeechServer() {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      if (request.url === '/audio/speech') response.end(AUDIO);
      else response.end('{"text":""}');
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

import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { WebSocketServer } from 'ws';
import { portOf } from '../../lib/free-port.mjs';
import { spoiled } from './spoiled.mjs';

const WORDS = ['Yes, tell me more', 'call me tomorrow at 5 pm', 'हाँ, ठीक है', 'my marks are 92 percent'];
// After 429 an engine gets no new calls for a while.
const REFUSED = [400, 401, 422, 500, 503];
/** A turn with so much audio has words, in bytes. */
const AUDIO_BYTES = 4_000;
/** Messages of a talk after which the model ends it. */
const LONG_TALK = 4;

/**
 * A language model, recognizers and voices of every provider at one address. What they say holds control characters and
 * halves of characters, in words, partial words, answers, readings and errors; some requests are refused.
 * @param {import('../../lib/random.mjs').Random} random
 * @returns {Promise<{environment: Record<string, string>, asked: Record<string, number>, close(): void}>}
 */
export async function startSpoiledEngines(random) {
  /** @type {Record<string, number>} */
  const asked = {};
  const server = createServer((request, response) => {
    void answer(request, response, random, asked).catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined);
    count(asked, request);
    const { pathname } = new URL(request.url ?? '', 'http://here');
    const speak = RECOGNIZERS[pathname];
    if (!speak || random.chance(0.4)) {
      socket.end(
        `HTTP/1.1 ${random.pick(REFUSED)} No\r\nconnection: close\r\n\r\n${spoiled('no words', random)}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => speak(opened, random));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${portOf(server)}`;
  return {
    environment: environmentOf(url),
    asked,
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

function environmentOf(url) {
  const names = ['SARVAM', 'DEEPGRAM', 'ELEVENLABS', 'GOOGLE_TTS', 'OPENAI_TTS'];
  return {
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`${name}_API_KEY`, 'nobody-checks-it'],
        [`${name}_URL`, url],
      ]),
    ),
    AZURE_SPEECH_KEY: 'nobody-checks-it',
    AZURE_SPEECH_URL: url,
    STT_URL: url,
    LLM_URL: url,
    LLM_MODEL: 'spoiled',
  };
}

const count = (asked, { url = '' }) => {
  const [path] = url.split('?');
  asked[path] = (asked[path] ?? 0) + 1;
};

async function answer(request, response, random, asked) {
  count(asked, request);
  const body = await buffer(request);
  const path = request.url.split('?')[0];
  const question = path === '/chat/completions' ? JSON.parse(body.toString()) : null;
  // A reading that failed is asked for again up to minutes later.
  const isReading = question !== null && !question.stream;
  if (!isReading && random.chance(0.15)) {
    response.writeHead(random.pick(REFUSED), { 'content-type': 'application/json' });
    const text = spoiled('The request was refused', random);
    response.end(random.chance(0.5) ? JSON.stringify({ error: { message: text }, detail: text }) : text);
  } else if (question) chat(question, response, random);
  else if (path === '/audio/transcriptions') sendJson(response, { text: words(random) });
  else response.end(Buffer.alloc(16_000, Buffer.from([0, 8, 0, 248])));
}

const sendJson = (response, value) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
};

const words = (random) => spoiled(random.pick(WORDS), random);

function chat({ stream, messages, response_format: format }, response, random) {
  if (!stream) {
    const content = JSON.stringify(valueOf(format?.json_schema.schema ?? { type: 'object' }, random));
    sendJson(response, { choices: [{ index: 0, message: { role: 'assistant', content } }] });
    return;
  }
  const text = spoiled('Good 😀. May I ask one more question?', random);
  const whole = messages.length > LONG_TALK ? `${text} [[HANG_UP]]` : text;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // One code unit a piece: characters arrive in halves.
  for (const content of whole.split('')) {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}

/** A value by a JSON schema; whatever is free text is spoiled. */
function valueOf({ type, enum: values, properties, items }, random) {
  if (values) return random.pick(values);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, schema]) => [name, valueOf(schema, random)]),
      );
    case 'array':
      return [valueOf(items, random)];
    case 'integer':
      return 1;
    case 'boolean':
      return random.chance(0.5);
    default:
      return words(random);
  }
}

/** A connection of a recognizer, by path. */
const RECOGNIZERS = {
  '/v1/listen': (socket, random) => {
    let [fromS, toS, bytes] = [0, 0, 0];
    const send = (more) => {
      const alternatives = [{ transcript: bytes < AUDIO_BYTES ? '' : words(random) }];
      const times = { start: fromS, duration: toS - fromS, is_final: false };
      socket.send(JSON.stringify({ type: 'Results', ...times, ...more, channel: { alternatives } }));
    };
    socket.on('message', (data, isBinary) => {
      if (isBinary) {
        bytes += data.length;
        toS += data.length / 16_000;
        send({});
      } else if (JSON.parse(data.toString()).type === 'Finalize') {
        send({ is_final: true, from_finalize: true });
        [fromS, bytes] = [toS, 0];
      }
    });
  },
  '/speech-to-text-realtime/ws': (socket, random) => {
    let utterance = 0;
    const send = (event) => {
      socket.send(JSON.stringify({ event, text: words(random), language: 'hi', utterance_idx: utterance }));
    };
    socket.send(JSON.stringify({ event: 'session.begin', request_id: spoiled('id', random) }));
    socket.on('message', (data) => {
      const { event } = JSON.parse(data.toString());
      if (event === 'audio_input') send('transcript.partial');
      if (event !== 'speech_end') return;
      send('transcript.final');
      utterance += 1;
    });
  },
  '/speech-to-text/ws': (socket, random) => {
    socket.on('message', (data) => {
      if (JSON.parse(data.toString()).type !== 'flush') return;
      const transcript = words(random);
      socket.send(JSON.stringify({ type: 'data', data: { transcript, language_code: 'hi-IN' } }));
    });
  },
};

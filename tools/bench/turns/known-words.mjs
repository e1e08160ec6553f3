import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { portOf } from '../../lib/free-port.mjs';

/** 16 bit, 8 kHz. */
const BYTES_A_MS = 16;
/** From the telephone to the recognizer: two jitter buffers, and pieces of 100 ms. */
const ON_THE_WAY_MS = 150;
/** From the end of a word to its report, and from a Finalize to the last words. */
const PARTIAL_MS = 100;
const FINAL_MS = 100;
/** The service sends audio from before it noticed speech. */
const BEFORE_MS = 400;

/** @typedef {{text: string, heardMs: number}} Word `heardMs`: when its end arrives, on the machine's monotonic clock */

/**
 * Deepgram as its documentation says, which gives the words that the telephone says, at the pace at which it says them. A
 * connection belongs to the call that its first keyterm names.
 */
export class KnownWords {
  /** The words of each call, in order. @type {Map<string, Word[]>} */
  #words = new Map();
  #server;
  #sockets;

  static async start() {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new KnownWords(server);
  }

  constructor(server) {
    this.#server = server;
    this.#sockets = new WebSocketServer({ server, path: '/v1/listen' });
    this.#sockets.on('connection', (socket, { url }) => {
      const call = new URL(url ?? '/', 'http://localhost').searchParams.get('keyterm') ?? '';
      new Connection(socket, () => this.#words.get(call) ?? []);
    });
  }

  get environment() {
    return {
      DEEPGRAM_API_KEY: 'nobody-checks-it',
      DEEPGRAM_URL: `http://127.0.0.1:${portOf(this.#server)}`,
      STT_ENGINES: 'deepgram',
    };
  }

  /**
   * A telephone begins to say words.
   * @param {string} call
   * @param {number} atMs on the machine's monotonic clock
   * @param {{text: string, endMs: number}[]} words
   */
  says(call, atMs, words) {
    const known = this.#words.get(call) ?? [];
    known.push(...words.map(({ text, endMs }) => ({ text, heardMs: atMs + endMs + ON_THE_WAY_MS })));
    this.#words.set(call, known);
  }

  close() {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

class Connection {
  #socket;
  #known;
  /** Words that were given as final, or that nobody sent audio of. */
  #past = 0;
  #shown = '';
  /** The audio of the connection, in milliseconds; and since the last final. */
  #audioMs = 0;
  #beganMs = 0;
  #firstAt = Infinity;

  constructor(socket, known) {
    [this.#socket, this.#known] = [socket, known];
    const looks = setInterval(() => this.#partial(), 20);
    socket.on('close', () => clearInterval(looks));
    socket.on('message', (/** @type {Buffer} */ data, isBinary) => {
      if (isBinary) this.#fed(data.length / BYTES_A_MS);
      else if (JSON.parse(data.toString()).type === 'Finalize') this.#finalize();
    });
  }

  #fed(ms) {
    this.#audioMs += ms;
    if (this.#firstAt !== Infinity) return;
    this.#firstAt = monotonicMs();
    const words = this.#known();
    while ((words[this.#past]?.heardMs ?? Infinity) < this.#firstAt - BEFORE_MS) this.#past += 1;
  }

  #partial() {
    const text = this.#heard(PARTIAL_MS);
    if (text === this.#shown || text === '') return;
    this.#shown = text;
    this.#send(text, {});
  }

  #finalize() {
    const text = this.#heard(0);
    this.#past += text === '' ? 0 : text.split(' ').length;
    this.#shown = '';
    const [startMs, endMs] = [this.#beganMs, this.#audioMs];
    [this.#beganMs, this.#firstAt] = [endMs, Infinity];
    setTimeout(() => this.#send(text, { is_final: true, from_finalize: true }, startMs, endMs), FINAL_MS);
  }

  /** The words since the last final that have arrived, and were so long ago. */
  #heard(agoMs) {
    if (this.#firstAt === Infinity) return '';
    const heard = this.#known().slice(this.#past);
    const limit = monotonicMs() - agoMs;
    return heard
      .filter(({ heardMs }) => heardMs <= limit)
      .map(({ text }) => text)
      .join(' ');
  }

  #send(transcript, more, startMs = this.#beganMs, endMs = this.#audioMs) {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const channel = { alternatives: [{ transcript }] };
    const [start, duration] = [startMs / 1_000, (endMs - startMs) / 1_000];
    this.#socket.send(
      JSON.stringify({ type: 'Results', start, duration, is_final: false, ...more, channel }),
    );
  }
}

function monotonicMs() {
  return Number(process.hrtime.bigint()) / 1e6;
}

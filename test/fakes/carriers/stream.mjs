import { WebSocket } from 'ws';

const FRAME_MS = 20;
const FRAME_SAMPLES = 160;
/** A voice lasts this long. */
const VOICE_MS = 900;
const KEYS_AFTER_MS = 300;
/** A socket that closed without a close frame (RFC 6455, 7.4.1). */
const ABNORMAL_CLOSURE = 1006;

/**
 * 20 ms of silence, or of a rough voice: a square wave of 400 Hz, some way below full scale.
 *
 * @type {Record<'mulaw' | 'linear16', (speaks: boolean) => Buffer>}
 */
const FRAMES = {
  mulaw: (speaks) => Buffer.from(samples((high) => (speaks ? (high ? 0xa0 : 0x20) : 0xff))),
  linear16: (speaks) =>
    Buffer.from(Int16Array.from(samples((high) => (speaks ? (high ? 6_000 : -6_000) : 0))).buffer),
};

/** @param {(high: boolean) => number} sample */
function samples(sample) {
  return Array.from({ length: FRAME_SAMPLES }, (_, at) => sample(at % 20 < 10));
}

/**
 * A phone's script on the carrier's stream.
 *
 * @typedef {object} StreamScript
 * @property {number | null} [hangUpAfterMs] from the start of the stream; null: the other side hangs up
 * @property {number} [speaksAtMs] when it speaks, for 900 ms
 * @property {string} [keys] pressed 300 ms after the start
 * @property {number} [cutAfterMs] when the socket breaks
 * @property {boolean} [isMute] it sends no audio
 * @property {number} [connectMs] from the answer to the stream: of an inbound call, and of Exotel's
 * @property {(messages: readonly object[]) => readonly object[]} [reshape] replaces the first messages
 */

/**
 * A carrier's messages.
 *
 * @typedef {object} StreamMessages
 * @property {readonly object[]} begin
 * @property {(payload: string, number: number) => object} media
 * @property {(key: string) => object} key
 * @property {object | null} stop null: the socket closes without a message
 * @property {{readonly audio: string, readonly clear: string}} [heard] the events with audio for the phone, and those that drop it
 * @property {'mulaw' | 'linear16'} [encoding] µ-law by default
 * @property {{readonly frames: number, readonly split: boolean}} [pieces] frames of 20 ms in a message; `split`: messages end in
 *   the middle of a sample. One whole frame by default
 */

/** A phone on a carrier's media stream: sends audio in real time, and stores what it receives. */
export class StreamCaller {
  /** @type {Buffer[]} what it received, in the stream's encoding */
  heard = [];
  clears = 0;
  /** Whether the socket was open, and whether it broke. */
  isConnected = false;
  wasCut = false;
  /** @type {Promise<number>} the handshake's status; 101 when it was accepted */
  opened;
  /** @type {Promise<'here' | 'there'>} resolves at the end of the stream, with the side that ended it */
  over;
  #socket;
  #messages;
  #script;
  #framesSent = 0;
  #messagesSent = 0;
  #unsent = Buffer.alloc(0);
  #isOver = false;
  /** @type {NodeJS.Timeout[]} */
  #timers = [];

  /**
   * @param {string} url
   * @param {Record<string, string>} headers
   * @param {StreamMessages} messages
   * @param {StreamScript} script
   */
  constructor(url, headers, messages, script) {
    this.#messages = messages;
    this.#script = script;
    const socket = (this.#socket = new WebSocket(url, { headers }));
    this.opened = new Promise((resolve) => {
      socket.on('open', () => resolve(101));
      socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
    });
    socket.on('error', () => undefined);
    socket.on('open', () => this.#begin());
    socket.on('message', (data) => this.#receive(JSON.parse(/** @type {Buffer} */ (data).toString('utf8'))));
    this.over = new Promise((resolve) => {
      socket.on('close', (code) => {
        this.wasCut = code === ABNORMAL_CLOSURE;
        const here = this.#isOver;
        this.#end();
        resolve(here ? 'here' : 'there');
      });
    });
  }

  hangUp() {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#messages.stop) this.#send(this.#messages.stop);
    this.#socket.close();
    this.#end();
  }

  #begin() {
    this.isConnected = true;
    const { hangUpAfterMs = null, cutAfterMs, keys, isMute, reshape } = this.#script;
    const { begin, key: messageOf } = this.#messages;
    for (const message of reshape ? reshape(begin) : begin) this.#send(message);
    if (!isMute) this.#startAudio();
    if (hangUpAfterMs !== null) this.#after(hangUpAfterMs, () => this.hangUp());
    if (cutAfterMs !== undefined) this.#after(cutAfterMs, () => this.#socket.terminate());
    if (keys !== undefined)
      this.#after(KEYS_AFTER_MS, () => {
        for (const key of keys) this.#send(messageOf(key));
      });
  }

  #startAudio() {
    const since = performance.now();
    this.#timers.push(
      setInterval(() => {
        while (this.#framesSent * FRAME_MS < performance.now() - since) this.#sendFrame();
      }, FRAME_MS),
    );
  }

  #sendFrame() {
    const atMs = this.#framesSent * FRAME_MS;
    const { speaksAtMs = Infinity } = this.#script;
    const speaks = atMs >= speaksAtMs && atMs < speaksAtMs + VOICE_MS;
    this.#framesSent += 1;
    const { encoding = 'mulaw', pieces = { frames: 1, split: false } } = this.#messages;
    const frame = FRAMES[encoding](speaks);
    this.#unsent = Buffer.concat([this.#unsent, frame]);
    // Two of three pieces end in the middle of a sample.
    const extra = pieces.split ? (this.#messagesSent % 3) - 1 : 0;
    const length = pieces.frames * frame.length + extra;
    if (this.#unsent.length < length) return;
    const piece = this.#unsent.subarray(0, length);
    this.#unsent = this.#unsent.subarray(length);
    this.#send(this.#messages.media(piece.toString('base64'), ++this.#messagesSent));
  }

  /** @param {{event: string, media?: {payload: string}}} message */
  #receive(message) {
    const { audio, clear } = this.#messages.heard ?? { audio: 'media', clear: 'clear' };
    if (message.event === audio) this.heard.push(Buffer.from(message.media?.payload ?? '', 'base64'));
    if (message.event === clear) this.clears += 1;
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /**
   * @param {number} ms
   * @param {() => void} then
   */
  #after(ms, then) {
    this.#timers.push(setTimeout(then, ms));
  }

  #end() {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}

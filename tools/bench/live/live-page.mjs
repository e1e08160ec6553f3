import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { DIST } from '../../lib/paths.mjs';

const { g711 } = createRequire(import.meta.url)(join(DIST, 'src/media/domain/g711.js'));

export const PCMU = g711('PCMU');
export const FRAME_MS = 20;
export const FRAME_SAMPLES = 160;
export const SILENT_FRAME = Buffer.alloc(FRAME_SAMPLES, 0xff);
const PINGS_EVERY_FRAMES = 50;
const LISTENING = { blockBytes: 1_604, blockMs: 100 };
const POLL_MS = 5;
/** @type {(text: any) => boolean} */
const ALWAYS = () => true;

/** Frames of µ-law of samples of 8 kHz. */
export function framesOf(samples) {
  const frames = [];
  for (let from = 0; from < samples.length; from += FRAME_SAMPLES) {
    const [frame, bytes] = [new Int16Array(FRAME_SAMPLES), Buffer.alloc(FRAME_SAMPLES)];
    frame.set(samples.subarray(from, from + FRAME_SAMPLES));
    PCMU.encode(frame, 0, FRAME_SAMPLES, bytes, 0);
    frames.push(bytes);
  }
  return frames;
}

/** A page's side of a live socket, without a browser: it sends sound all the time, and acknowledges what it receives. */
export class LivePage {
  /** @type {any[]} */
  texts = [];
  /** Milliseconds of sound that came. */
  soundMs = 0;
  /** @type {(bytes: Buffer, at: number) => void} */
  onSound = () => undefined;
  /** @type {number | null} the code with which it was closed */
  closed = null;
  socket;
  /** @type {Buffer[]} */
  #outgoing = [];
  #clock;

  static async open(origin, path, { cookie, ticket }) {
    const protocols = ['aics-live-1', `ticket.${ticket}`];
    const headers = { Cookie: cookie, Origin: origin };
    const url = `${origin.replace(/^http/, 'ws')}${path}`;
    const page = new LivePage(new WebSocket(url, protocols, { headers, perMessageDeflate: false }));
    await once(page.socket, 'open');
    return page;
  }

  constructor(socket) {
    this.socket = socket;
    socket.on('message', (data, isBinary) => {
      if (!isBinary) this.texts.push(JSON.parse(data.toString()));
      else {
        this.soundMs += data.length === LISTENING.blockBytes ? LISTENING.blockMs : data.length / 8;
        this.onSound(data, performance.now());
      }
    });
    socket.once('close', (code) => {
      this.closed = code;
      clearInterval(this.#clock);
    });
  }

  /** Turns the microphone on. */
  begin() {
    this.send({ type: 'begin' });
    const from = performance.now();
    let sent = 0;
    this.#clock = setInterval(() => {
      for (const due = (performance.now() - from) / FRAME_MS; sent < due; sent++) {
        this.socket.send(this.#outgoing.shift() ?? SILENT_FRAME);
        if (sent % PINGS_EVERY_FRAMES === 0) this.#ping();
      }
    }, FRAME_MS);
  }

  /** Acknowledges sound, and sends none. */
  listen() {
    this.#clock = setInterval(() => this.#ping(), 1_000);
  }

  /** @param {Buffer[]} frames are sent next */
  say(frames) {
    this.#outgoing.push(...frames);
  }

  send(message) {
    if (this.closed === null) this.socket.send(JSON.stringify(message));
  }

  all(type) {
    return this.texts.filter((text) => text.type === type);
  }

  /** Resolves with the first text of a type that passes. */
  async until(type, passes = ALWAYS, withinMs = 20_000) {
    const find = () => this.all(type).find((text) => passes(text));
    await this.#waits(() => find() !== undefined, `no ${type}`, withinMs);
    return find();
  }

  /** Resolves when so much sound has come. */
  heard(ms, withinMs = 20_000) {
    return this.#waits(() => this.soundMs >= ms, `no ${ms} ms of sound`, withinMs);
  }

  async hangUp() {
    this.send({ type: 'hang_up' });
    await this.until('ended');
    await this.#waits(() => this.closed !== null, 'not closed', 5_000);
  }

  /** Leaves without a word. */
  leave() {
    this.socket.close(1_000);
  }

  async #waits(isSo, otherwise, withinMs) {
    for (const end = performance.now() + withinMs; !isSo();) {
      if (performance.now() > end || (this.closed !== null && !isSo()))
        throw new Error(
          `${otherwise} (closed ${this.closed}); the last was ${JSON.stringify(this.texts.at(-1))}`,
        );
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  #ping() {
    this.send({ type: 'ping', t: Math.round(performance.now()), received_ms: this.soundMs });
  }
}

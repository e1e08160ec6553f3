import { once } from 'node:events';
import { WebSocket } from 'ws';
import { g711 } from '../../src/media/domain/g711';

const FRAME_MS = 20;
const FRAME_SAMPLES = 160;
const SILENT_FRAME = Buffer.alloc(FRAME_SAMPLES, 0xff);
const PCMU = g711('PCMU');
/** 100 ms of both sides of a call, after its time. */
const BLOCK_BYTES = 1_604;
const BLOCK_MS = 100;
const PING_MS = 1_000;

export type LiveText = Readonly<Record<string, unknown>> & { readonly type: string };

export interface LivePageOptions {
  readonly cookie: string;
  readonly ticket?: string;
  readonly resume?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
}

/** The page of a voice test: a socket that sends sound all the time, and acknowledges what it gets. */
export class LivePage {
  readonly texts: LiveText[] = [];
  readonly closed: Promise<number>;
  soundMs = 0;
  /** Binary messages, as they came. */
  readonly sounds: Buffer[] = [];
  /** When sound came, on the clock of `performance.now()`. */
  readonly soundAt: number[] = [];
  acknowledges = true;
  #outgoing: Buffer[] = [];
  #clock: NodeJS.Timeout | undefined;
  #sent = 0;

  private constructor(readonly socket: WebSocket) {
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve(code)));
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        this.soundMs += data.length === BLOCK_BYTES ? BLOCK_MS : data.length / 8;
        this.sounds.push(data);
        this.soundAt.push(performance.now());
      } else this.texts.push(JSON.parse(data.toString()) as LiveText);
    });
    socket.once('close', () => clearInterval(this.#clock));
  }

  static socket(origin: string, path: string, options: LivePageOptions): WebSocket {
    const { cookie, ticket, resume, headers = {} } = options;
    const proof = resume === undefined ? `ticket.${ticket ?? ''}` : `resume.${resume}`;
    return new WebSocket(
      `${origin.replace(/^http/u, 'ws')}${path}`,
      [...(options.protocols ?? ['aics-live-1', proof])],
      {
        headers: { Cookie: cookie, Origin: origin, ...headers },
        perMessageDeflate: false,
      },
    );
  }

  /** @throws Error when it is refused */
  static async open(origin: string, path: string, options: LivePageOptions): Promise<LivePage> {
    const page = new LivePage(LivePage.socket(origin, path, options));
    await once(page.socket, 'open');
    return page;
  }

  /** The response of a refused upgrade. */
  static async refusal(origin: string, path: string, options: LivePageOptions) {
    const socket = LivePage.socket(origin, path, options);
    socket.on('error', () => undefined);
    return new Promise<{
      status: number;
      headers: Record<string, unknown>;
      body: { error: { code: string } };
    }>((resolve, reject) => {
      socket.once('open', () => {
        socket.terminate();
        reject(new Error('the socket was opened'));
      });
      socket.once('unexpected-response', (_, response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: JSON.parse(text) as never,
          });
        });
      });
    });
  }

  /** The microphone is on. */
  begin(): void {
    this.text({ type: 'begin' });
    this.resumeSound();
  }

  /** Acknowledges what it gets, and sends no sound. */
  listen(): this {
    this.#clock = setInterval(() => this.ping(), PING_MS).unref();
    return this;
  }

  /** Sends a frame each 20 ms, silence while nothing is said. */
  resumeSound(): void {
    const from = performance.now();
    this.#sent = 0;
    this.#clock = setInterval(() => {
      const due = Math.floor((performance.now() - from) / FRAME_MS);
      for (; this.#sent < due; this.#sent++) this.socket.send(this.#outgoing.shift() ?? SILENT_FRAME);
      if (this.acknowledges && this.#sent % 50 === 0) this.ping();
    }, FRAME_MS);
    this.#clock.unref();
  }

  ping(delayMs = 30): void {
    this.text({ type: 'ping', t: performance.now(), received_ms: this.soundMs, delay_ms: delayMs });
  }

  say(audio: Int16Array): void {
    for (let from = 0; from < audio.length; from += FRAME_SAMPLES) {
      const samples = new Int16Array(FRAME_SAMPLES);
      samples.set(audio.subarray(from, from + FRAME_SAMPLES));
      const bytes = new Uint8Array(FRAME_SAMPLES);
      PCMU.encode(samples, 0, FRAME_SAMPLES, bytes, 0);
      this.#outgoing.push(Buffer.from(bytes));
    }
  }

  text(message: object): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Resolves when so much sound has come. */
  async heard(ms: number): Promise<void> {
    while (this.soundMs < ms) await new Promise((wait) => setTimeout(wait, 10));
  }

  of(type: string): LiveText[] {
    return this.texts.filter((text) => text.type === type);
  }

  /** Resolves with the first text of a type that passes. */
  async until(
    type: string,
    passes: (text: LiveText) => boolean = () => true,
    ms = 15_000,
  ): Promise<LiveText> {
    for (const end = performance.now() + ms; performance.now() < end;) {
      const found = this.of(type).find(passes);
      if (found) return found;
      await new Promise((wait) => setTimeout(wait, 10));
    }
    throw new Error(`no ${type} in ${ms} ms; there were ${JSON.stringify(this.texts)}`);
  }
}

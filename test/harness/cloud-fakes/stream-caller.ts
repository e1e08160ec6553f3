import { WebSocket } from 'ws';

const FRAME_MS = 20;
const FRAME_SAMPLES = 160;

/** 20 ms of silence, or of a rough voice: a square wave of 400 Hz, some way below full scale. */
const FRAMES: Readonly<Record<'mulaw' | 'linear16', (speaks: boolean) => Buffer>> = {
  mulaw: (speaks) => Buffer.from(samples((high) => (speaks ? (high ? 0xa0 : 0x20) : 0xff))),
  linear16: (speaks) =>
    Buffer.from(Int16Array.from(samples((high) => (speaks ? (high ? 6_000 : -6_000) : 0))).buffer),
};

function samples(sample: (high: boolean) => number): number[] {
  return Array.from({ length: FRAME_SAMPLES }, (_, at) => sample(at % 20 < 10));
}

/** What a phone does on the carrier's stream. */
export interface StreamScript {
  /** It hangs up so long after the answer; null: the other side does. */
  readonly hangUpAfterMs?: number | null;
  /** From then on it says a tone, for 900 ms. */
  readonly speaksAtMs?: number;
  /** Keys, pressed 300 ms after the answer. */
  readonly keys?: string;
  /** The socket is cut without a word after so long. */
  readonly cutAfterMs?: number;
}

/** What a carrier's messages look like. */
export interface StreamMessages {
  readonly begin: readonly object[];
  readonly media: (payload: string, number: number) => object;
  readonly key: (key: string) => object;
  /** null: the socket closes, and that is all. */
  readonly stop: object | null;
  /** The events that bring it audio, and take it back; without them media and clear. */
  readonly heard?: { readonly audio: string; readonly clear: string };
  /** µ-law, unless said otherwise. */
  readonly encoding?: 'mulaw' | 'linear16';
  /** Frames of 20 ms in each message; `split`: pieces end in the middle of a sample. One whole frame, unless said otherwise. */
  readonly pieces?: { readonly frames: number; readonly split: boolean };
}

/** A phone on a carrier's media stream: it sends paced audio, and keeps what it hears. */
export class StreamCaller {
  /** What came, in the stream's encoding. */
  readonly heard: Buffer[] = [];
  clears = 0;
  /** The handshake's status; 101 when it was taken. */
  readonly opened: Promise<number>;
  /** Resolves when the stream is over: whether this side ended it. */
  readonly over: Promise<'here' | 'there'>;
  readonly #socket: WebSocket;
  #sent = 0;
  #messages = 0;
  #unsent = Buffer.alloc(0);
  #isOver = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(
    url: string,
    headers: Record<string, string>,
    private readonly messages: StreamMessages,
    private readonly script: StreamScript,
  ) {
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
    socket.on('message', (data) =>
      this.#take(
        JSON.parse((data as Buffer).toString('utf8')) as { event: string; media?: { payload: string } },
      ),
    );
    this.over = new Promise((resolve) => {
      socket.on('close', () => {
        const here = this.#isOver;
        this.#end();
        resolve(here ? 'here' : 'there');
      });
    });
  }

  /** Hangs up. */
  hangUp(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.messages.stop) this.#send(this.messages.stop);
    this.#socket.close();
    this.#end();
  }

  #begin(): void {
    for (const message of this.messages.begin) this.#send(message);
    const since = performance.now();
    this.#timers.push(
      setInterval(() => {
        while (this.#sent * FRAME_MS < performance.now() - since) this.#sendFrame();
      }, FRAME_MS),
    );
    const { hangUpAfterMs = null, cutAfterMs, keys } = this.script;
    if (hangUpAfterMs !== null) this.#after(hangUpAfterMs, () => this.hangUp());
    if (cutAfterMs !== undefined) this.#after(cutAfterMs, () => this.#socket.terminate());
    if (keys !== undefined)
      this.#after(300, () => {
        for (const key of keys) this.#send(this.messages.key(key));
      });
  }

  #sendFrame(): void {
    const atMs = this.#sent * FRAME_MS;
    const { speaksAtMs = Infinity } = this.script;
    const speaks = atMs >= speaksAtMs && atMs < speaksAtMs + 900;
    this.#sent += 1;
    const { encoding = 'mulaw', pieces = { frames: 1, split: false } } = this.messages;
    const frame = FRAMES[encoding](speaks);
    this.#unsent = Buffer.concat([this.#unsent, frame]);
    // Two of three pieces end in the middle of a sample.
    const extra = pieces.split ? (this.#messages % 3) - 1 : 0;
    const length = pieces.frames * frame.length + extra;
    if (this.#unsent.length < length) return;
    const piece = this.#unsent.subarray(0, length);
    this.#unsent = this.#unsent.subarray(length);
    this.#send(this.messages.media(piece.toString('base64'), ++this.#messages));
  }

  #take(message: { event: string; media?: { payload: string } }): void {
    const { audio, clear } = this.messages.heard ?? { audio: 'media', clear: 'clear' };
    if (message.event === audio) this.heard.push(Buffer.from(message.media?.payload ?? '', 'base64'));
    if (message.event === clear) this.clears += 1;
  }

  #send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #after(ms: number, then: () => void): void {
    this.#timers.push(setTimeout(then, ms));
  }

  #end(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}

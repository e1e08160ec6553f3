import { WebSocket } from 'ws';

const FRAME_MS = 20;
const FRAME_BYTES = 160;
const SILENCE = 0xff;

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
  readonly stop: object;
}

/** A phone on a carrier's media stream: it sends paced audio, and keeps what it hears. */
export class StreamCaller {
  /** µ-law bytes that came. */
  readonly heard: Buffer[] = [];
  clears = 0;
  /** The handshake's status; 101 when it was taken. */
  readonly opened: Promise<number>;
  /** Resolves when the stream is over: whether this side ended it. */
  readonly over: Promise<'here' | 'there'>;
  readonly #socket: WebSocket;
  #sent = 0;
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
      socket.on('open', () => {
        resolve(101);
      });
      socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
    });
    socket.on('error', () => undefined);
    socket.on('open', () => {
      this.#begin();
    });
    socket.on('message', (data) => {
      this.#take(
        JSON.parse((data as Buffer).toString('utf8')) as { event: string; media?: { payload: string } },
      );
    });
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
    if (this.#socket.readyState === WebSocket.OPEN) this.#send(this.messages.stop);
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
    if (hangUpAfterMs !== null)
      this.#after(hangUpAfterMs, () => {
        this.hangUp();
      });
    if (cutAfterMs !== undefined)
      this.#after(cutAfterMs, () => {
        this.#socket.terminate();
      });
    if (keys !== undefined)
      this.#after(300, () => {
        for (const key of keys) this.#send(this.messages.key(key));
      });
  }

  #sendFrame(): void {
    const atMs = this.#sent * FRAME_MS;
    const { speaksAtMs = Infinity } = this.script;
    const speaks = atMs >= speaksAtMs && atMs < speaksAtMs + 900;
    // A rough voice: a square wave of 400 Hz, some way below full scale.
    const frame = Buffer.alloc(FRAME_BYTES, SILENCE);
    if (speaks) for (let at = 0; at < FRAME_BYTES; at++) frame[at] = at % 20 < 10 ? 0xa0 : 0x20;
    this.#send(this.messages.media(frame.toString('base64'), ++this.#sent));
  }

  #take(message: { event: string; media?: { payload: string } }): void {
    if (message.event === 'media') this.heard.push(Buffer.from(message.media?.payload ?? '', 'base64'));
    if (message.event === 'clear') this.clears += 1;
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

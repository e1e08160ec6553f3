import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { tones } from '../../../src/media';
import { wavOf } from '../../../src/speech/infrastructure/pcm';

/** What goes wrong with a request. A number is the status that refuses it. */
export type TtsFault =
  | number
  /** Nothing comes, not even a status. */
  | 'silent'
  /** A status, and no audio. */
  | 'stalled'
  /** The response breaks in the middle, within a sample. */
  | 'broken'
  | 'slow'
  /** 200, and JSON with an error. */
  | 'wrong json'
  | 'empty'
  /** Pieces of odd lengths. */
  | 'odd'
  /** A WAV file, although raw audio was requested. */
  | 'wav';

export interface TtsRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An engine's requests and responses, by its documentation. */
export interface TtsProtocol {
  /** What is to be spoken; a number is the status of what is not as documented. */
  read(request: TtsRequest): { readonly text: string } | number;
  readonly contentType: string;
  /** Requested samples a second. */
  readonly rate: 8_000 | 24_000;
  /** The audio as it is sent, where not as raw bytes. */
  wrap?(audio: Buffer): Buffer;
}

/** The length of speech for a character. */
const MS_PER_CHARACTER = 15;
const SLOW_MS = 1_200;

/** A voice behind HTTP, in real time, whose speech is tones. */
export class TtsFake {
  /** For the requests to come, one after another; then all is well. */
  readonly faults: (TtsFault | null)[] = [];
  readonly asked: TtsRequest[] = [];
  readonly said: string[] = [];
  /** From a request to its first audio. */
  firstMs = 120;
  readonly #server = createServer(
    (request, response) => void this.#answer(request, response).catch(() => response.destroy()),
  );

  private constructor(private readonly protocol: TtsProtocol) {}

  static async start(protocol: TtsProtocol): Promise<TtsFake> {
    const fake = new TtsFake(protocol);
    fake.#server.listen(0, '127.0.0.1').unref();
    await once(fake.#server, 'listening');
    return fake;
  }

  static lengthMs(text: string): number {
    return text.length * MS_PER_CHARACTER;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', this.url);
    const asked = { path: decodeURIComponent(path), query, headers: request.headers, body };
    this.asked.push(asked);
    const read = request.method === 'POST' ? this.protocol.read(asked) : 405;
    const fault = this.faults.shift() ?? null;
    const status = typeof fault === 'number' ? fault : typeof read === 'number' ? read : 200;
    if (status !== 200 || typeof read === 'number') {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
      return;
    }
    this.said.push(read.text);
    if (fault === 'silent') return;
    await wait(fault === 'slow' ? SLOW_MS : this.firstMs);
    if (fault === 'wrong json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"message": "words of a stran');
      return;
    }
    response.writeHead(200, { 'content-type': this.protocol.contentType }).flushHeaders();
    if (fault === 'stalled') return;
    const audio = this.#audio(read.text, fault);
    const pieceBytes = fault === 'odd' ? 1_333 : 3_200;
    const end = fault === 'broken' ? (audio.length >> 1) | 1 : audio.length;
    for (let from = 0; from < end; from += pieceBytes) {
      response.write(audio.subarray(from, Math.min(end, from + pieceBytes)));
      // Cloud voices are several times faster than they speak.
      await wait(20);
    }
    if (fault === 'broken') request.socket.destroy();
    else response.end();
  }

  #audio(text: string, fault: TtsFault | null): Buffer {
    const { rate, wrap } = this.protocol;
    const ms = fault === 'empty' ? 0 : (TtsFake.lengthMs(text) * rate) / 8_000;
    const samples = tones.toneSamples({ hertz: [150], pattern: null, level: -20 }, ms);
    const raw = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    const audio = fault === 'wav' ? wavOf([samples]) : raw;
    return wrap ? wrap(audio) : audio;
  }
}

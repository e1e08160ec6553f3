import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** What goes wrong with a connection. A number is the status that refuses it. */
export type SttFault =
  | number
  /** Words are reported, the last ones never. */
  | 'silent'
  /** The connection breaks in the middle, after half a word. */
  | 'broken'
  /** The last words take long. */
  | 'slow'
  | 'wrong json'
  | 'wrong shape'
  /** Final results come twice and in the wrong order. */
  | 'doubled';

/** A result: words of the turn, the number of their part, and where that lies in the connection's audio, in seconds. */
interface FakeResult {
  readonly text: string;
  readonly part: number;
  readonly fromS: number;
  readonly toS: number;
  readonly isFinal: boolean;
  /** Nothing of the turn comes after it. */
  readonly isLast: boolean;
}

/** An engine's messages, by its documentation. */
export interface SttProtocol {
  readonly path: string;
  /** Why a request is refused; null when it is right. */
  refusal(headers: IncomingHttpHeaders, query: URLSearchParams): number | null;
  /** What it sends first. */
  readonly greeting?: object;
  /** A message to it: audio, and whether a turn ends. Throws when it is none of the documented ones. */
  read(data: Buffer, isBinary: boolean): { readonly audio?: Buffer; readonly isEnd?: boolean };
  /** null: it reports no such result. */
  write(result: FakeResult): object | null;
  /** Results may come out of order, each with its position. Other engines send one a turn. */
  readonly hasParts: boolean;
  /** A message whose words are no words. */
  readonly wrongShape: object;
}

/** 16 bit, 8 kHz. */
const BYTES_A_SECOND = 16_000;
/** So often it reports words, in seconds of audio. */
const PARTIAL_EVERY_S = 0.3;
const SLOW_MS = 2_400;
/** What no turn must have. */
const WRONG = 'words of a turn that is over';

/** Recognized texts and faults, in order. */
interface Script {
  /** Words of the turns to come; without any, noise. A turn that failed keeps its words. */
  readonly words: string[];
  /** For the connections to come; then all is well. */
  readonly faults: (SttFault | null)[];
}

/** A recognizer behind a WebSocket, in real time, with texts set in advance. */
export class SttFake implements Script {
  readonly words: string[] = [];
  readonly faults: (SttFault | null)[] = [];
  /** The same for talks of agents with this one keyterm, for talks at once. */
  readonly scripts = new Map<string, Script>();
  /** Addresses of the connections. */
  readonly asked: URL[] = [];
  /** Milliseconds of audio of the turns that got their words. */
  readonly heardMs: number[] = [];
  /** Messages that are none of the documented ones, and other wrongs. */
  readonly problems: string[] = [];
  /** From the end of a turn to its words. */
  finalMs = 150;
  /** Connections at once, now and at the most. */
  open = 0;
  mostOpen = 0;
  readonly #protocols: readonly SttProtocol[];
  readonly #server = createServer((_, response) => response.writeHead(404).end());
  readonly #sockets = new WebSocketServer({ noServer: true });

  private constructor(protocols: readonly SttProtocol[]) {
    this.#protocols = protocols;
    this.#server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#upgrade(request, socket, head),
    );
  }

  static async start(...protocols: readonly SttProtocol[]): Promise<SttFake> {
    const fake = new SttFake(protocols);
    fake.#server.listen(0, '127.0.0.1').unref();
    await once(fake.#server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '', this.url);
    this.asked.push(url);
    const protocol = this.#protocols.find(({ path }) => path === url.pathname);
    const term = url.searchParams.get('keyterm') ?? url.searchParams.get('prompt');
    const script = this.scripts.get(term ?? '') ?? this;
    const fault = (protocol && script.faults.shift()) ?? null;
    const status = typeof fault === 'number' ? fault : this.#statusOf(protocol, request, url);
    if (!protocol || status !== null) {
      socket.end(`HTTP/1.1 ${status ?? 404} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) =>
      this.#serve(opened, protocol, fault, script.words),
    );
  }

  #statusOf(protocol: SttProtocol | undefined, { headers }: IncomingMessage, url: URL): number | null {
    const status = protocol ? protocol.refusal(headers, url.searchParams) : 404;
    if (status === 400) this.problems.push(`a request that is not understood: ${url.search}`);
    return status;
  }

  #read(protocol: SttProtocol, data: Buffer, isBinary: boolean): ReturnType<SttProtocol['read']> | null {
    try {
      return protocol.read(data, isBinary);
    } catch (error) {
      this.problems.push(String(error));
      return null;
    }
  }

  #serve(socket: WebSocket, protocol: SttProtocol, fault: SttFault | null, words: string[]): void {
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    socket.on('close', () => (this.open -= 1));
    const turn = { fromS: 0, toS: 0, spokenS: 0, shown: 0, over: [0, 0] as readonly [number, number] };
    const send = (result: Omit<FakeResult, 'fromS' | 'toS' | 'part'> & { readonly part?: number }) => {
      const [fromS, toS] = result.isFinal ? turn.over : [turn.fromS, turn.toS];
      const part = result.part ?? 0;
      const half = (toS - fromS) / 2;
      const message = protocol.write({
        ...result,
        part,
        fromS: fromS + part * half,
        toS: part === 0 && !result.isLast ? fromS + half : toS,
      });
      if (message) socket.send(JSON.stringify(message));
    };
    if (protocol.greeting) socket.send(JSON.stringify(protocol.greeting));
    socket.on('message', (data: Buffer, isBinary) => {
      const read = this.#read(protocol, data, isBinary);
      if (!read) return;
      const heardS = (read.audio?.length ?? 0) / BYTES_A_SECOND;
      turn.toS += heardS;
      if (read.audio?.some((byte) => byte !== 0)) turn.spokenS += heardS;
      while (read.audio && turn.spokenS >= (turn.shown + 1) * PARTIAL_EVERY_S) {
        turn.shown += 1;
        const known = wordsUpTo(words[0], turn.shown, fault === 'broken');
        if (known !== '') send({ text: known, isFinal: false, isLast: false });
        if (turn.shown < 2) continue;
        if (fault === 'broken') socket.terminate();
        if (fault === 'wrong json') socket.send('{"words of a stranger');
        if (fault === 'wrong shape') socket.send(JSON.stringify(protocol.wrongShape));
      }
      if (read.isEnd !== true || fault === 'silent') return;
      turn.over = [turn.fromS, turn.toS];
      const heardMs = Math.round(1_000 * (turn.toS - turn.fromS));
      [turn.fromS, turn.spokenS, turn.shown] = [turn.toS, 0, 0];
      setTimeout(
        () => {
          sayLast(words.shift() ?? '', fault === 'doubled' && protocol.hasParts, send);
          if (fault === 'doubled') send({ text: WRONG, isFinal: true, isLast: true });
          this.heardMs.push(heardMs);
        },
        fault === 'slow' ? SLOW_MS : this.finalMs,
      ).unref();
    });
  }
}

function wordsUpTo(text = '', count: number, isCut: boolean): string {
  const words = text.split(' ').slice(0, count).join(' ');
  return isCut ? words.slice(0, -2) : words;
}

function sayLast(
  text: string,
  isDoubled: boolean,
  send: (result: Omit<FakeResult, 'fromS' | 'toS' | 'part'> & { readonly part?: number }) => void,
): void {
  if (!isDoubled) {
    send({ text, isFinal: true, isLast: true });
    return;
  }
  const words = text.split(' ');
  const middle = Math.ceil(words.length / 2);
  const [first, second] = [words.slice(0, middle).join(' '), words.slice(middle).join(' ')];
  send({ text: second, part: 1, isFinal: true, isLast: false });
  send({ text: first, part: 0, isFinal: true, isLast: false });
  send({ text: second, part: 1, isFinal: true, isLast: true });
  send({ text: second, part: 1, isFinal: true, isLast: true });
}

import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Counts the connections of the receiver, from 1. */
  readonly connection: number;
  readonly atMs: number;
}

/** What a receiver does with a request: it has the bare socket, so that it can misbehave in any way. */
export type Behaviour = (socket: Socket, request: ReceivedRequest) => void;

/** An endpoint for tests, on a bare TCP or TLS socket. */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  connections = 0;
  /** Sent before any request. */
  greeting = '';
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(
    public behaviour: Behaviour,
    private readonly tls: { key: string; cert: string } | null,
  ) {
    const accept = (socket: Socket) => this.#accept(socket);
    this.#server = tls ? createTlsServer(tls, accept) : createServer(accept);
    this.#server.on('tlsClientError', () => undefined);
  }

  static async start(behaviour: Behaviour = answer(200), tls: { key: string; cert: string } | null = null) {
    const receiver = new Receiver(behaviour, tls);
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  url(path = '/hook', host = '127.0.0.1'): string {
    return `${this.tls ? 'https' : 'http'}://${host}:${this.port}${path}`;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    const connection = ++this.connections;
    this.#sockets.add(socket);
    let buffered = Buffer.alloc(0);
    if (this.greeting !== '') socket.write(this.greeting);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
    });
    socket.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk]);
      for (let read = readRequest(buffered); read; read = readRequest(buffered)) {
        buffered = buffered.subarray(read.length);
        const request = { ...read.request, connection, atMs: performance.now() };
        this.requests.push(request);
        this.behaviour(socket, request);
      }
    });
  }
}

function readRequest(bytes: Buffer) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return null;
  return {
    length,
    request: { method, path, headers, body: bytes.subarray(end + 4, length).toString('utf8') },
  };
}

/** A well-behaved answer. */
export function answer(status: number, headers: Record<string, string> = {}, body = ''): Behaviour {
  const lines = Object.entries({ 'Content-Length': String(Buffer.byteLength(body)), ...headers });
  const head = [`HTTP/1.1 ${status} Whatever`, ...lines.map(([name, value]) => `${name}: ${value}`)].join(
    '\r\n',
  );
  return (socket) => socket.write(`${head}\r\n\r\n${body}`);
}

/** A line of behaviours: each request gets the next; the last one stays. */
export function inTurn(...behaviours: Behaviour[]): Behaviour {
  let at = 0;
  return (socket, request) => {
    behaviours[Math.min(at++, behaviours.length - 1)]?.(socket, request);
  };
}

const OK_HEAD = 'HTTP/1.1 200 OK\r\n';

function every(ms: number, socket: Socket, write: () => void): void {
  const timer = setInterval(write, ms);
  socket.once('close', () => clearInterval(timer));
}

/** Sends as fast as the other side takes it. */
function pour(socket: Socket, chunk: Buffer): void {
  const more = () => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

const zeros = Buffer.alloc(65_536, 0x30);

/** Ways to misbehave. */
export const misbehave = {
  hang: () => undefined,
  dripHeaders: (socket: Socket) => {
    socket.write(`${OK_HEAD}X-Slow: `);
    every(50, socket, () => socket.write('a'));
  },
  dripStatus: (socket: Socket) => {
    const line = 'HTTP/1.1 200 OK';
    let at = 0;
    every(1_000, socket, () => socket.write(line[at++] ?? 'x'));
  },
  dripBody: (socket: Socket) => {
    socket.write(`${OK_HEAD}Content-Length: 100000\r\n\r\n`);
    every(50, socket, () => socket.write('a'));
  },
  endlessBody: (socket: Socket) => {
    socket.write(`${OK_HEAD}\r\n`);
    pour(socket, zeros);
  },
  tenGigabytes: (socket: Socket) => {
    socket.write(`${OK_HEAD}Content-Length: 10000000000\r\n\r\n`);
    pour(socket, zeros);
  },
  endlessChunks: (socket: Socket) => {
    socket.write(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    pour(socket, Buffer.from(`10000\r\n${zeros.toString('latin1')}\r\n`));
  },
  endlessExtensions: (socket: Socket) => {
    socket.write(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n1;`);
    pour(socket, zeros);
  },
  gzipBomb: (socket: Socket) => {
    socket.write(`${OK_HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  },
  hugeHeader: (socket: Socket) => {
    socket.write(`${OK_HEAD}X-Huge: `);
    pour(socket, zeros);
  },
  manyHeaders: (socket: Socket) => {
    socket.write(OK_HEAD);
    pour(socket, Buffer.from('X-Many: 1\r\n'.repeat(5_000)));
  },
  endlessStatus: (socket: Socket) => {
    socket.write('HTTP/1.1 200 ');
    pour(socket, zeros);
  },
  interimFlood: (socket: Socket) =>
    pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'.repeat(1_000))),
  reset: (socket: Socket) => {
    socket.resetAndDestroy();
  },
  closeAtOnce: (socket: Socket) => {
    socket.end();
  },
  junk: (socket: Socket) => {
    socket.write('\u0000\u0001\u0002 this is no HTTP at all \r\n\r\n');
  },
  upgrade: (socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  },
} satisfies Record<string, Behaviour>;

/** 64 MiB of zeros in 64 KiB. */
const bomb = gzipSync(Buffer.alloc(64 * 1_048_576));

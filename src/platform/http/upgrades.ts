import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { answerMalformed } from './body/malformed';

/** Upgrades that wait for their checks. */
const MAX_WAITING = 50;
const CLOSE_TIMEOUT_MS = 2_000;
const PREFIX = '/console/live/';
/** More than any receiver of messages allows: it refuses a long one with a close code of its own. */
const MAX_PAYLOAD_BYTES = 65_536;
const KEY = /^[+/\dA-Za-z]{22}==$/;
const PROTOCOLS = /^[\w.-]{1,128}$/;
const MAX_PROTOCOLS = 8;

/** The WebSocket that a request opens. */
export interface Upgrade {
  readonly protocols: readonly string[];
  /** Too many others wait for their checks. */
  readonly isCrowded: boolean;
  /** Completes the handshake; null: it failed. @param protocol of those that were offered */
  accept(protocol: string): WebSocket | null;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** undefined: the request opens no WebSocket of version 13. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/**
 * Serves WebSockets below /console/live/ as requests of the usual pipeline, whose handler accepts them. Any other
 * request with an Upgrade is served as if it had none: Java's HttpClient and curl --http2 send h2c with their first.
 */
export class Upgrades {
  readonly #plain: Server;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    handleProtocols: (_, request) => this.#protocols.get(request) ?? false,
  });
  readonly #protocols = new WeakMap<IncomingMessage, string>();
  readonly #responding = new WeakMap<Duplex, number>();
  #waiting = 0;

  constructor(
    private readonly options: ServerOptions & { readonly ServerResponse: typeof ServerResponse },
    private readonly handle: RequestListener,
  ) {
    this.#plain = createServer(options, handle);
    answerMalformed(this.#plain);
    // A later request of a replayed connection may open a WebSocket.
    this.serve(this.#plain);
    // Only a server that listens checks the time-outs of its connections.
    this.#plain.emit('listening');
  }

  serve(server: Server): void {
    server.on('request', (_, response: ServerResponse) => this.#track(response));
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', ignore);
      // A pipelined response before it is not sent yet.
      this.#afterResponses(socket, () => this.#upgrade(request, socket, head));
    });
  }

  /** Live sockets are closed before. @returns the server of the other connections, which it leaves open */
  close(): Server {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#plain.close();
    return this.#plain;
  }

  #track(response: ServerResponse): void {
    const { socket } = response.req;
    this.#responding.set(socket, (this.#responding.get(socket) ?? 0) + 1);
    response.once('close', () => this.#responding.set(socket, (this.#responding.get(socket) ?? 1) - 1));
  }

  #afterResponses(socket: Duplex, then: () => void): void {
    const wait = (): void => {
      if (socket.destroyed) return;
      if ((this.#responding.get(socket) ?? 0) === 0) then();
      else setTimeout(wait, 20).unref();
    };
    wait();
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    if (isWebSocket(request)) this.#serve(request, socket, head);
    else this.#replay(request, socket, head);
  }

  #replay(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.off('error', ignore);
    socket.unshift(Buffer.concat([headOf(request), head]));
    this.#plain.emit('connection', socket);
  }

  #serve(request: IncomingMessage, socket: Socket, head: Buffer): void {
    normalizeForwardedScheme(request.headers);
    const response = new this.options.ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    this.#waiting += 1;
    response.once('close', () => (this.#waiting -= 1));
    response.once('finish', () => {
      response.detachSocket(socket);
      socket.end(() => socket.destroy());
      // A client that reads nothing.
      setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
      response.emit('close');
    });
    upgrades.set(request, {
      protocols: protocolsOf(request) ?? [],
      isCrowded: this.#waiting > MAX_WAITING,
      accept: (protocol) => this.#accept(request, response, head, protocol),
    });
    this.handle(request, response);
  }

  /** Without `verifyClient` a handshake is synchronous. */
  #accept(
    request: IncomingMessage,
    response: ServerResponse,
    head: Buffer,
    protocol: string,
  ): WebSocket | null {
    const { socket } = request;
    if (socket.destroyed || response.headersSent) return null;
    this.#protocols.set(request, protocol);
    response.statusCode = 101;
    response.detachSocket(socket);
    let opened: WebSocket | null = null;
    const requestId = response.getHeader('X-Request-Id');
    const addId = (headers: string[]): void => {
      if (typeof requestId === 'string') headers.push(`X-Request-Id: ${requestId}`);
    };
    this.#sockets.once('headers', addId);
    this.#sockets.handleUpgrade(request, socket, head, (open) => {
      socket.off('error', ignore);
      socket.setNoDelay(true);
      opened = open;
    });
    this.#sockets.off('headers', addId);
    // For the log: the request is over, and was not broken off.
    Object.defineProperty(response, 'writableFinished', { value: true });
    response.emit('close');
    return opened;
  }
}

/** An upgrade to WebSocket version 13 (RFC 6455), below the prefix. */
function isWebSocket(request: IncomingMessage): boolean {
  const { headers, url = '', method } = request;
  return (
    url.startsWith(PREFIX) &&
    (method === 'GET' ? KEY.test(headers['sec-websocket-key'] ?? '') : true) &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    protocolsOf(request) !== null
  );
}

/** null: malformed. */
function protocolsOf({ headers }: IncomingMessage): readonly string[] | null {
  const sent = headers['sec-websocket-protocol'];
  if (sent === undefined) return [];
  const names = sent.split(',', MAX_PROTOCOLS + 1).map((name) => name.trim());
  const isValid = names.length <= MAX_PROTOCOLS && new Set(names).size === names.length;
  return isValid && names.every((name) => PROTOCOLS.test(name)) ? names : null;
}

/** Some proxies (Traefik) forward ws and wss as the scheme of an upgrade, where pages have http and https. */
function normalizeForwardedScheme(headers: IncomingMessage['headers']): void {
  const scheme = headers['x-forwarded-proto'];
  if (typeof scheme === 'string') headers['x-forwarded-proto'] = scheme.replace(/^ws(?=s?\b)/iu, 'http');
}

function headOf({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // Without it the replayed request is no upgrade, whatever its Connection names.
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function ignore(): void {
  // The socket closes next.
}

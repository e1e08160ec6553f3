import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { newId } from '../../../../platform/ids';
import { BoundedBySource } from '../../../../platform/kernel/bounded-by-source';
import type { CallbackResponse } from '../adapter';
import { bodyOf, callbackOf, type CallbackRequest } from './callback-request';

/** At most a second of audio. */
const MAX_MESSAGE_BYTES = 65_536;
const REQUEST_TIMEOUT_MS = 10_000;
/** The limit for a complete header. */
const HEADER_TIMEOUT_MS = 5_000;
/** How often the server checks both timeouts. */
const CHECK_INTERVAL_MS = 500;
/** Above the needs of a full process. */
const MAX_CONNECTIONS = 8_192;
/** Connections without an authentic request: the oldest is closed for a new one, so that carriers find room. */
const UNPROVEN_LIMITS = { perSource: 512, total: 4_096 };
const LIVE = '/live/';

/** `not_found`: an unknown address or an unauthentic request. */
export type CallbackRejection = 'not_found' | 'retry_later';

type CallbackResult = CallbackResponse | CallbackRejection;

/** Handles requests to the addresses that this process issued. */
export interface CallbackReceiver {
  /** null: no such address. `socket`: a WebSocket. */
  method(kind: string, callbackKind: string): 'GET' | 'POST' | 'socket' | null;
  /** Whether the address is valid now: nothing of the request is read before. */
  authorize(callback: CallbackRequest): Promise<object | CallbackRejection>;
  /** @param known the result of `authorize` */
  receive(known: object, callback: CallbackRequest, body: string): Promise<CallbackResult>;
  /** `open` completes the handshake; null: it failed. */
  acceptStream(
    known: object,
    callback: CallbackRequest,
    open: () => WebSocket | null,
  ): CallbackRejection | 'taken';
  onRefused(kind: string): void;
  admitLive: AdmitLive;
}

/** Admits a socket below /live/ that another process relays; null: 404. */
export type AdmitLive = (path: string, token: string) => Promise<((socket: WebSocket) => unknown) | null>;

const STATUS: Readonly<Record<CallbackRejection, number>> = { not_found: 404, retry_later: 503 };

/** HTTP and WebSockets for carriers, on MEDIA_PORT. A rejection has a status without a body. */
export class CallbackServer {
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });

  readonly #unproven = new BoundedBySource<Socket>(UNPROVEN_LIMITS);

  private constructor(
    private readonly receiver: CallbackReceiver,
    headersTimeout: number,
  ) {
    this.#server = createServer(
      {
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout,
        connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeout),
        maxHeaderSize: 16_384,
        requireHostHeader: false,
      },
      (request, response) => void this.#serve(request, response),
    );
    this.#server.maxConnections = MAX_CONNECTIONS;
    // Node's own 417 and 400 have no X-Request-Id.
    this.#server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      void this.#serve(request, response);
    });
    this.#server.on('connection', (socket) => this.#onConnected(socket));
    this.#server.on(
      'upgrade',
      (request: IncomingMessage, socket: Duplex, head: Buffer) => void this.#upgrade(request, socket, head),
    );
    // A failed handshake is rejected like other requests.
    this.#sockets.on('wsClientError', ignore);
    this.#server.on('clientError', (_error, socket) => {
      socket.destroy();
    });
  }

  /** @param port 0: any free one. @throws Error with the system's code */
  static async open(
    host: string,
    port: number,
    receiver: CallbackReceiver,
    headerMs = HEADER_TIMEOUT_MS,
  ): Promise<CallbackServer> {
    const server = new CallbackServer(receiver, headerMs);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject);
      server.#server.listen(port, host, resolve);
    });
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #onConnected(socket: Socket): void {
    socket.once('close', () => this.#unproven.remove(socket));
    this.#unproven.add(socket, socket.remoteAddress ?? '')?.destroy();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('x-request-id', newId('req'));
    const refuse = (status: number, kind = '', headers = {}) => {
      this.receiver.onRefused(kind);
      // The rest of the request is not read.
      response.writeHead(status, { ...headers, 'content-length': 0, connection: 'close' }).end();
    };
    const callback = callbackOf(request);
    try {
      const method = callback && this.receiver.method(callback.kind, callback.callbackKind);
      if (!callback || method === null) {
        refuse(404);
        return;
      }
      if (method !== request.method) {
        refuse(405, callback.kind, { allow: allowedBy(method) });
        return;
      }
      const known = await this.receiver.authorize(callback);
      if (typeof known === 'string') {
        refuse(STATUS[known], callback.kind);
        return;
      }
      this.#unproven.remove(request.socket);
      const body = await bodyOf(request);
      const reply = body === null ? 'not_found' : await this.receiver.receive(known, callback, body);
      if (typeof reply === 'string') refuse(STATUS[reply], callback.kind);
      else response.writeHead(200, { 'content-type': reply.contentType }).end(reply.body);
    } catch {
      refuse(503, callback?.kind);
    }
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // No other listener exists before the handshake.
    socket.on('error', ignore);
    const refuse = (status: number, kind = '', ...headers: string[]) => {
      this.receiver.onRefused(kind);
      const head = ['content-length: 0', 'connection: close', `x-request-id: ${newId('req')}`, ...headers];
      socket.end(`HTTP/1.1 ${status} -\r\n${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
    };
    const callback = callbackOf(request);
    try {
      if (request.url?.startsWith(LIVE)) {
        if (!(await this.#upgradeLive(request, socket, head))) refuse(404, 'live');
        return;
      }
      const method = callback && this.receiver.method(callback.kind, callback.callbackKind);
      if (callback && method !== null && request.method !== allowedBy(method)) {
        refuse(405, callback.kind, `allow: ${allowedBy(method)}`);
        return;
      }
      if (!callback || method !== 'socket') {
        refuse(404);
        return;
      }
      const known = await this.receiver.authorize(callback);
      if (typeof known === 'string') {
        refuse(STATUS[known], callback.kind);
        return;
      }
      const accepted = this.receiver.acceptStream(known, callback, () => this.#open(request, socket, head));
      if (accepted === 'taken') this.#unproven.remove(request.socket);
      else refuse(STATUS[accepted], callback.kind);
    } catch {
      refuse(503, callback?.kind);
    }
  }

  /** False: it is refused. */
  async #upgradeLive(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<boolean> {
    const [, token = ''] = /^Bearer ([\w.-]{1,2048})$/.exec(request.headers.authorization ?? '') ?? [];
    const attach = await this.receiver.admitLive(request.url ?? '', token);
    const opened = attach && this.#open(request, socket, head);
    if (!opened) return attach !== null;
    this.#unproven.remove(request.socket);
    request.socket.setNoDelay(true);
    attach(opened);
    return true;
  }

  /** The handshake is synchronous without `verifyClient`. */
  #open(request: IncomingMessage, socket: Duplex, head: Buffer): WebSocket | null {
    let opened: WebSocket | null = null;
    this.#sockets.handleUpgrade(request, socket, head, (open) => {
      socket.off('error', ignore);
      opened = open;
    });
    return opened;
  }
}

function allowedBy(method: 'GET' | 'POST' | 'socket'): string {
  return method === 'socket' ? 'GET' : method;
}

function ignore(): void {
  // The socket is closed after the response.
}

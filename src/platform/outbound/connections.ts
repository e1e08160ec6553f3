import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { hostOf } from '../kernel/network/url-host';
import type { AddressGuard } from './address-guard';
import { guardedConnector } from './guarded-connector';

/** The limit of the response headers, and of the part of the body that is read. */
export const MAX_ANSWER_BYTES = 16_384;

const MAX_BYTES = 262_144;

const CONNECT_TIMEOUT_MS = 10_000;

/** Closes idle connections, whatever keep-alive the endpoint announces. */
const IDLE_TIMEOUT_MS = 4_000;

const NEXT_ADDRESS_DELAY_MS = 2_000;

/** Without its own, each abort would make an error with a stack. */
const CLOSED = new DOMException('The connection is closed.', 'AbortError');

/** More bytes came than are read. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

export interface ConnectionOptions {
  readonly guard: AddressGuard;
  readonly ca?: string | undefined;
}

type Connected = readonly [null, Socket] | readonly [Error, null];

/** One connection, opened by its first request or before it; one request at a time. */
export class Connection {
  readonly #client: Client;
  readonly #end = new AbortController();
  readonly #guard: AddressGuard;
  readonly #connect: buildConnector.connector;
  #early: Promise<Connected> | null = null;
  #socket: Socket | null = null;
  #isPublic = false;
  #readBefore = 0;
  /** The connection has carried a request, so the endpoint may have closed it since. */
  used = false;

  constructor(
    readonly origin: string,
    { guard, ca }: ConnectionOptions,
  ) {
    this.#guard = guard;
    this.#connect = guardedConnector(guard, {
      timeout: CONNECT_TIMEOUT_MS,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_DELAY_MS,
      signal: this.#end.signal,
      ...(ca === undefined ? {} : { ca }),
    });
    this.#client = new Client(origin, {
      // The attempt's own timeout is shorter.
      headersTimeout: CONNECT_TIMEOUT_MS * 2,
      bodyTimeout: CONNECT_TIMEOUT_MS * 2,
      maxHeaderSize: MAX_ANSWER_BYTES,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      keepAliveMaxTimeout: IDLE_TIMEOUT_MS,
      connect: (target, callback) => {
        void this.#openConnection(target).then((result) => {
          callback(...(result as Parameters<buildConnector.Callback>));
          if (result[1]) this.#watch(result[1]);
        });
      },
    });
  }

  /** Connects while the first request is still unknown. Its failure is that of the request. */
  open(): void {
    const url = new URL(this.origin);
    const { protocol, host, port } = url;
    this.#early = this.#connectTo({ protocol, host, hostname: hostOf(url), port });
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  /** The last address is public, not one that only the operator opened. */
  get isPublic(): boolean {
    return this.#isPublic;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#readBefore = this.#socket?.bytesRead ?? 0;
    this.#client.dispatch(options, handler);
  }

  /** At once, also during connecting, and before the first request. */
  close(): void {
    this.#end.abort(CLOSED);
    this.#client.destroy().catch(() => undefined);
  }

  async #openConnection(target: buildConnector.Options): Promise<Connected> {
    const early = await this.#early;
    this.#early = null;
    // The endpoint may have closed it before the request.
    return early && early[1]?.destroyed !== true ? early : this.#connectTo(target);
  }

  #connectTo(target: buildConnector.Options): Promise<Connected> {
    return new Promise((resolve) => this.#connect(target, (...result) => resolve(result)));
  }

  /** Includes interim responses, an endless reason phrase and chunk extensions. */
  #watch(socket: Socket): void {
    this.#socket = socket;
    this.#readBefore = 0;
    this.#isPublic = socket.remoteAddress !== undefined && this.#guard.isPublic(socket.remoteAddress);
    // Added after the client's own listener, so that a status in the first bytes is seen.
    socket.on('readable', () => {
      if (socket.bytesRead - this.#readBefore > MAX_BYTES) socket.destroy(new AnswerTooLarge());
    });
    socket.once('close', () => (this.#socket = null));
  }
}

/** Pools the connections of one account's endpoint, each for one attempt at a time. */
export class Connections {
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];

  constructor(private readonly options: ConnectionOptions) {}

  acquire(origin: string): Connection {
    const at = this.#idle.findIndex((connection) => connection.origin === origin);
    const [idle] = at < 0 ? [] : this.#idle.splice(at, 1);
    return idle ?? this.openNew(origin);
  }

  openNew(origin: string): Connection {
    const connection = new Connection(origin, this.options);
    this.#open.add(connection);
    return connection;
  }

  /** Connects for a request that will probably follow, unless a connection is there. */
  prepare(origin: string): void {
    if (this.#open.size > 0) return;
    const connection = this.openNew(origin);
    connection.open();
    this.#idle.push(connection);
  }

  /** The response must have ended. */
  giveBack(connection: Connection): void {
    connection.used = true;
    this.#idle.push(connection);
  }

  discard(connection: Connection): void {
    this.#open.delete(connection);
    connection.close();
  }

  close(): void {
    this.#idle.length = 0;
    for (const connection of this.#open) connection.close();
    this.#open.clear();
  }
}

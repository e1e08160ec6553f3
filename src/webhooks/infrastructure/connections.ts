import type { Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { AddressGuard } from './address-guard';
import { AnswerTooLarge } from './failure-words';

/** The headers of an answer may have so many bytes; so may the part of its body that is read. */
export const ANSWER_BYTES = 16_384;

/** More than this is read of no answer, whatever it calls what it sends. */
const MOST_BYTES = 262_144;

/** A connection that has not been made by then never will; the attempt's own time is shorter. */
const CONNECT_MS = 10_000;

/** An idle connection is closed after this time, whatever the endpoint promises. */
const IDLE_MS = 4_000;

/** Of several addresses the next is tried after this time. */
const NEXT_ADDRESS_MS = 2_000;

/** How connections are made. */
export interface ConnectionOptions {
  readonly guard: AddressGuard;
  /** Certificate authorities instead of the usual ones (PEM). */
  readonly ca?: string | undefined;
}

/** One connection, for one request at a time; it is made by the first request. */
export class Connection {
  readonly #client: Client;
  readonly #end = new AbortController();
  #socket: Socket | null = null;
  /** What the socket had read when the request began. */
  #readBefore = 0;
  /** A request was answered on it, so the endpoint may have closed it since. */
  used = false;

  constructor(
    readonly origin: string,
    { guard, ca }: ConnectionOptions,
  ) {
    const connect = buildConnector({
      lookup: guard.lookup,
      timeout: CONNECT_MS,
      // A resumed session would skip the check of the certificate's name.
      maxCachedSessions: 0,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      signal: this.#end.signal,
      ...(ca === undefined ? {} : { ca }),
    });
    this.#client = new Client(origin, {
      // The attempt's own time is shorter.
      headersTimeout: CONNECT_MS * 2,
      bodyTimeout: CONNECT_MS * 2,
      maxHeaderSize: ANSWER_BYTES,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect: (options, callback) => {
        try {
          guard.check(options.protocol, options.hostname);
        } catch (error) {
          process.nextTick(() => {
            callback(error as Error, null);
          });
          return;
        }
        connect(options, (...result) => {
          callback(...result);
          if (result[1]) this.#watch(result[1]);
        });
      },
    });
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#readBefore = this.#socket?.bytesRead ?? 0;
    this.#client.dispatch(options, handler);
  }

  /** Ends it at once, also while it is being made. */
  close(): void {
    this.#end.abort();
    this.#client.destroy().catch(() => undefined);
  }

  /** Bounds what an answer may send in all: interim answers, a reason without end, extensions of chunks. */
  #watch(socket: Socket): void {
    this.#socket = socket;
    this.#readBefore = 0;
    // After the client's own listener, so that a status among the first bytes is seen.
    socket.on('readable', () => {
      if (socket.bytesRead - this.#readBefore > MOST_BYTES) socket.destroy(new AnswerTooLarge());
    });
    socket.once('close', () => {
      if (this.#socket === socket) this.#socket = null;
    });
  }
}

/**
 * Connections for the attempts of one endpoint, each used by one attempt at a time. They belong to nobody else: two accounts
 * never share one, and none outlives the set.
 */
export class Connections {
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];

  constructor(private readonly options: ConnectionOptions) {}

  /** One that is idle, or a new one. */
  take(origin: string): Connection {
    const at = this.#idle.findIndex((connection) => connection.origin === origin);
    const [idle] = at < 0 ? [] : this.#idle.splice(at, 1);
    return idle ?? this.takeNew(origin);
  }

  takeNew(origin: string): Connection {
    const connection = new Connection(origin, this.options);
    this.#open.add(connection);
    return connection;
  }

  /** Takes back a connection on which an answer has ended. */
  giveBack(connection: Connection): void {
    connection.used = true;
    this.#idle.push(connection);
  }

  /** Ends a connection that cannot be used again. */
  discard(connection: Connection): void {
    this.#open.delete(connection);
    connection.close();
  }

  /** Ends all of them, also those in use. */
  close(): void {
    this.#idle.length = 0;
    for (const connection of this.#open) connection.close();
    this.#open.clear();
  }
}

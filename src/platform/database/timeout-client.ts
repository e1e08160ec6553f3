import { Client, type ClientConfig, DatabaseError } from 'pg';
import { CONNECTIONS } from './access/connect-timeout';
import type { Endpoint } from './access/endpoint';
import { countWarnings } from './commit-outcome';

/** A server that accepts no writes or ends, a lost connection: the next statement needs another connection. */
const NO_PRIMARY = /^(?:25006|57P0[123]|08)/u;

/** Added to the server's statement timeout, within which a reachable server has responded. */
const GRACE_MS = 2_000;

/**
 * Connects to the host that `endpoint` uses at that moment. Closes itself when a statement gets no response: a connection that a firewall dropped would occupy the pool
 * forever.
 */
export function clientWithTimeout(statementTimeoutMs: number, endpoint?: Endpoint): typeof Client {
  class TimeoutClient extends Client {
    constructor(config: ClientConfig | string) {
      const given = typeof config === 'string' ? { connectionString: config } : config;
      const { connectionString } = given;
      super({
        // A pool without a limit for its waits has none for connections either.
        connectionTimeoutMillis: CONNECTIONS.timeoutMs,
        ...given,
        ...(endpoint && connectionString && { connectionString: endpoint.rehost(connectionString) }),
      });
      endpoint?.track(this);
      countWarnings(this);
      // A connection may fail twice (the server's last message, then the end of the socket); an unhandled second
      // error would end the process. Queries and the pool report the first.
      this.on('error', () => undefined);
    }
  }
  const { query } = Client.prototype as unknown as Record<
    'query',
    (this: Client, ...parameters: unknown[]) => unknown
  >;

  TimeoutClient.prototype.query = function (this: Client, ...parameters: unknown[]) {
    const waiting = setTimeout(() => this.connection.stream.destroy(), statementTimeoutMs + GRACE_MS);
    const answered = () => clearTimeout(waiting);
    const failed = (error: unknown) => {
      answered();
      if (!(error instanceof DatabaseError) || !NO_PRIMARY.test(error.code ?? '')) return;
      // As after a lost connection: BullMQ replaces its connection for LISTEN only after an error event.
      this.connection.emit('error', error);
      // The pool does not reuse a client that ends.
      void this.end();
    };
    const callback = parameters.at(-1);
    if (typeof callback === 'function') {
      parameters[parameters.length - 1] = (...answer: unknown[]): unknown => {
        failed(answer[0]);
        return (callback as (...answer: unknown[]) => unknown)(...answer);
      };
    }
    const result = query.apply(this, parameters);
    if (result instanceof Promise) result.then(answered, failed);
    // A cursor or a stream has no timeout: its reader sets the pace.
    else if (typeof callback !== 'function') answered();
    return result;
  } as Client['query'];

  return TimeoutClient;
}

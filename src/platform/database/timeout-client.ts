import { Client } from 'pg';

/** Added to the server's statement timeout: a server that is reachable has answered by then. */
const GRACE_MS = 2_000;

/**
 * A connection class that closes itself when a statement gets no answer within the server's timeout. A connection that
 * a firewall dropped, or whose server vanished, stays silent: it would occupy the pool, and its caller would wait for
 * ever.
 */
export function clientWithTimeout(statementTimeoutMs: number): typeof Client {
  class TimeoutClient extends Client {
    constructor(...parameters: ConstructorParameters<typeof Client>) {
      super(...parameters);
      // Callers get the error from their query, and pools listen while a connection is idle. A connection may fail twice
      // (the server's last message, then the end of the socket); an unhandled second error would end the process.
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
    const callback = parameters.at(-1);
    if (typeof callback === 'function') {
      parameters[parameters.length - 1] = (...answer: unknown[]): unknown => {
        answered();
        return (callback as (...answer: unknown[]) => unknown)(...answer);
      };
    }
    const result = query.apply(this, parameters);
    if (result instanceof Promise) result.then(answered, answered);
    // A cursor or a stream has no timeout: its reader sets the pace.
    else if (typeof callback !== 'function') answered();
    return result;
  } as Client['query'];

  return TimeoutClient;
}

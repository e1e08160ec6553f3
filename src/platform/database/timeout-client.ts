import { Client } from 'pg';

/** Beyond the server's own limit of a statement: a server that is there has said something by then. */
const GRACE_MS = 2_000;

/**
 * A class of connections that break themselves when a statement stays without an answer for longer than the server may
 * take for one. A connection that a firewall forgot, or whose other end vanished, is silent for ever: without this each
 * would keep its place in the pool, and whoever waits for its answer would wait for ever.
 */
export function clientWithTimeout(statementTimeoutMs: number): typeof Client {
  class TimeoutClient extends Client {
    constructor(...parameters: ConstructorParameters<typeof Client>) {
      super(...parameters);
      // Whoever waits for an answer is told by it, and pools listen while a connection is idle. One that breaks twice (the
      // server's last words, then the end of the socket) would find nobody listening the second time and end the process.
      this.on('error', () => undefined);
    }
  }
  const { query } = Client.prototype as unknown as Record<
    'query',
    (this: Client, ...parameters: unknown[]) => unknown
  >;

  TimeoutClient.prototype.query = function (this: Client, ...parameters: unknown[]) {
    const waiting = setTimeout(() => this.connection.stream.destroy(), statementTimeoutMs + GRACE_MS);
    const answered = () => {
      clearTimeout(waiting);
    };
    const callback = parameters.at(-1);
    if (typeof callback === 'function') {
      parameters[parameters.length - 1] = (...answer: unknown[]): unknown => {
        answered();
        return (callback as (...answer: unknown[]) => unknown)(...answer);
      };
    }
    const result = query.apply(this, parameters);
    if (result instanceof Promise) result.then(answered, answered);
    // A cursor or a stream goes at the pace of whoever reads it.
    else if (typeof callback !== 'function') answered();
    return result;
  } as Client['query'];

  return TimeoutClient;
}

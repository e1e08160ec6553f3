/**
 * Of a new connection, and of the wait for one of the pool: a burst of requests after a start waits for connections that are
 * made one after another. Suites extend it: see test/harness/timeouts.ts.
 */
export const CONNECT_TIMEOUT = { ms: 5_000 };

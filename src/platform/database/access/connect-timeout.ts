/**
 * Of a new connection, and of the wait for one of the pool: a burst of requests after a start waits for connections that are
 * made one after another.
 */
export const CONNECT_TIMEOUT_MS = 5_000;

/** Suites extend it: see test/harness/timeouts.ts. */
export const CONNECTIONS = { timeoutMs: CONNECT_TIMEOUT_MS };

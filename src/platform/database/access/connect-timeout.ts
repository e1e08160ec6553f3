/** Of a new connection, and of the wait for one of the pool: a silent host is used again 2 s after its return at the latest. */
export const CONNECT_TIMEOUT_MS = 2_000;

/** Suites extend it: see test/harness/timeouts.ts. */
export const CONNECTIONS = { timeoutMs: CONNECT_TIMEOUT_MS };

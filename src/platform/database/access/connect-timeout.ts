/** Of a new connection, and of the wait for one of the pool. A silent host that returns is used only after it. */
export const CONNECT_TIMEOUT_MS = 2_000;

/** Suites extend it: see test/harness/timeouts.ts. */
export const CONNECTIONS = { timeoutMs: CONNECT_TIMEOUT_MS };

/**
 * The limit for a new connection, and for the wait for a pooled one. A silent host that returns is used only after it.
 */
export const CONNECT_TIMEOUT_MS = 2_000;

/** Suites extend it: see test/harness/timeouts.ts. */
export const CONNECTIONS = { timeoutMs: CONNECT_TIMEOUT_MS };

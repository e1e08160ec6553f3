/** Timeouts of a trunk check. With the start of a command they stay below 10 s. */
export const RESOLVE_TIMEOUT_MS = 3_000;
export const ANSWER_TIMEOUT_MS = 4_000;
export const CREDENTIALS_TIMEOUT_MS = 7_000;

/** Timeouts of requests to the API of a cloud carrier. */
export const API_CONNECT_TIMEOUT_MS = 4_000;
export const API_RESPONSE_TIMEOUT_MS = 10_000;

/** For messages. */
export function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}

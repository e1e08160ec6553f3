import { withTimeout } from '../within';

/** Timeout of identifying the sender, so that a 503 is sent within 2 s. */
const LOOKUP_TIMEOUT_MS = 1_300;

/** @throws Error after the timeout */
export function inTime<T>(lookUp: Promise<T>): Promise<T> {
  return withTimeout(LOOKUP_TIMEOUT_MS, lookUp, () => {
    throw new Error('no answer in time');
  });
}

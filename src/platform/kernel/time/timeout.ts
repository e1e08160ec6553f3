import { deferred } from '../async/deferred';
import { REAL_TIMERS } from './timers';

/**
 * The result of `work`, or of `late` after `ms`. Work that is late goes on; its result and its failure are ignored.
 */
export async function withTimeout<T, U>(
  ms: number,
  work: Promise<T>,
  late: (ms: number) => U,
  timers = REAL_TIMERS,
): Promise<T | U> {
  const timeout = deferred<number>();
  const stop = timers.after(ms, () => timeout.resolve(ms));
  try {
    return await Promise.race([work, timeout.promise.then(late)]);
  } finally {
    stop();
  }
}

/** For `late`. @throws DOMException (TimeoutError) */
export function throwTimeout(ms: number): never {
  throw new DOMException(`no answer within ${ms} ms`, 'TimeoutError');
}

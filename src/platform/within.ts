import type { Timers } from './timers';

/** @throws DOMException (TimeoutError) when the promise does not settle within `ms` */
export function within<T>(timers: Timers, ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = timers.after(ms, () =>
      reject(new DOMException(`no answer within ${ms} ms`, 'TimeoutError')),
    );
    promise.then(
      (value) => {
        stop();
        resolve(value);
      },
      (error: unknown) => {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

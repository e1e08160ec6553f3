import type { Timers } from './timers';

/** What a promise gives within so many milliseconds. @throws DOMException (TimeoutError) when it takes longer */
export function within<T>(timers: Timers, ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = timers.after(ms, () => {
      reject(new DOMException(`no answer within ${ms} ms`, 'TimeoutError'));
    });
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

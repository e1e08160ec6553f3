import type { Timers } from './timers';

/** The result of `work`, or of `late` after `ms`. The timer does not prevent the process from ending. */
export async function withTimeout<T, U>(ms: number, work: Promise<T>, late: () => U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref();
  });
  try {
    return await Promise.race([work, timeout.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

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

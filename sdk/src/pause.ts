import { AbortError } from './errors.ts';

/** Resolves after some milliseconds. @throws AbortError as soon as the signal is aborted */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted(signal));
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(aborted(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** A timer; none from 2^31 ms on, for which `setTimeout` fires at once. */
export function timerAfter(ms: number, run: () => void): ReturnType<typeof setTimeout> | undefined {
  return ms < 2 ** 31 ? setTimeout(run, ms) : undefined;
}

export function aborted(signal: AbortSignal | undefined): AbortError {
  return new AbortError('The request was aborted.', { cause: signal?.reason });
}

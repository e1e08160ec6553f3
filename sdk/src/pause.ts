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

export function aborted(signal: AbortSignal | undefined): AbortError {
  return new AbortError('The request was aborted.', { cause: signal?.reason });
}

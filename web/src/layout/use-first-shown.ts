import { useDeferredValue } from 'react';

/**
 * What a request returns is rendered in one piece; with this, its first value in slices between which the browser answers
 * to presses. Later values, and one that is cached, are there at once.
 */
export function useFirstShown<T>(value: T | undefined): T | undefined {
  const isShown = useDeferredValue(value !== undefined);
  return isShown ? value : undefined;
}

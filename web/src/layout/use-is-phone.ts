import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 899px)');

function watch(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The layout of phones, as in the style sheets. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(watch, () => query.matches);
}

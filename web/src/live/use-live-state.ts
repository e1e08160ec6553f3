import { useSyncExternalStore } from 'react';

interface Store<State> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => State;
}

const never = () => () => undefined;

/** Null without a store. Loads none of the code of one. */
export function useLiveState<State>(store: Store<State> | null): State | null {
  return useSyncExternalStore(store?.subscribe ?? never, () => store?.state() ?? null);
}

import { own } from './own';

/** `{ from: { trigger: to } }`; an empty row is final. The entity's `#move` is the only writer of the status (R3). */
export type TransitionTable<Status extends string, Trigger extends string> = {
  readonly [S in Status]: { readonly [T in Trigger]?: Status };
};

/** `undefined`: the table does not allow the trigger. */
export function nextStatus<S extends string, T extends string>(
  table: TransitionTable<S, T>,
  from: S,
  trigger: T,
): S | undefined {
  return own<S | undefined>(table[from], trigger);
}

/** The state after the transition; `undefined`: the table does not allow it. */
export function moved<S extends string, T extends string, State extends { readonly status: S }>(
  table: TransitionTable<S, T>,
  state: State,
  trigger: T,
  changes: Partial<State>,
): State | undefined {
  const status = nextStatus(table, state.status, trigger);
  return status === undefined ? undefined : { ...state, ...changes, status };
}

export function statuses<S extends string>(table: TransitionTable<S, string>): readonly [S, ...S[]] {
  return Object.keys(table) as [S, ...S[]];
}

export function isFinal<S extends string>(table: TransitionTable<S, string>, status: S): boolean {
  return Object.keys(table[status]).length === 0;
}

export function liveStatuses<S extends string>(table: TransitionTable<S, string>, first: S): S[] {
  return (Object.keys(table) as S[]).filter((status) => status !== first && !isFinal(table, status));
}

export function finalStatuses<S extends string>(table: TransitionTable<S, string>): S[] {
  return (Object.keys(table) as S[]).filter((status) => isFinal(table, status));
}

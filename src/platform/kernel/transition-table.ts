import { own } from './own';

/**
 * A state machine as data: `{ from: { trigger: to } }`. An empty row is a final state.
 *
 * The table is what the specification's own table says; the entity's private `#move` asks it and is the only
 * writer of the status, so a move that is not in the table cannot happen.
 */
export type TransitionTable<Status extends string, Trigger extends string> = {
  readonly [S in Status]: { readonly [T in Trigger]?: Status };
};

/** The status that `trigger` leads to, or undefined when the table does not allow it. */
export function nextStatus<S extends string, T extends string>(
  table: TransitionTable<S, T>,
  from: S,
  trigger: T,
): S | undefined {
  return own<S | undefined>(table[from], trigger);
}

/** True for a status with no way out. */
export function isFinal<S extends string>(table: TransitionTable<S, string>, status: S): boolean {
  return Object.keys(table[status]).length === 0;
}

/** The statuses between the first one, in which nothing has begun, and the final ones. */
export function liveStatuses<S extends string>(table: TransitionTable<S, string>, first: S): S[] {
  return (Object.keys(table) as S[]).filter((status) => status !== first && !isFinal(table, status));
}

/** The statuses that have no way out, in the table's order. */
export function finalStatuses<S extends string>(table: TransitionTable<S, string>): S[] {
  return (Object.keys(table) as S[]).filter((status) => isFinal(table, status));
}

import { nextStatus, type TransitionTable } from '../../src/platform/kernel/transition-table';

/** Statuses by the shortest way from the first. */
export function waysTo<S extends string, T extends string>(
  table: TransitionTable<S, T>,
  first: S,
): ReadonlyMap<S, readonly T[]> {
  const ways = new Map<S, readonly T[]>([[first, []]]);
  // Statuses that the loop adds are visited, too.
  for (const [status, way] of ways)
    for (const [trigger, to] of Object.entries(table[status]) as [T, S][])
      if (!ways.has(to)) ways.set(to, [...way, trigger]);
  expect([...ways.keys()].sort()).toEqual(Object.keys(table).sort());
  return ways;
}

export interface TransitionCell<S extends string, T extends string> {
  readonly status: S;
  readonly way: readonly T[];
  readonly trigger: T;
  /** The status afterwards: the same where the table does not allow the trigger. */
  readonly to: S;
}

/** Every status of a table with every trigger. */
export function transitionCells<S extends string, T extends string>(
  table: TransitionTable<S, T>,
  first: S,
  triggers: readonly T[],
): TransitionCell<S, T>[] {
  return [...waysTo(table, first)].flatMap(([status, way]) =>
    triggers.map((trigger) => ({
      status,
      way,
      trigger,
      to: nextStatus<S, T>(table, status, trigger) ?? status,
    })),
  );
}

import { nextStatus, type TransitionTable } from '../../src/platform/kernel/transition-table';

export interface TransitionCell<S extends string, T extends string> {
  readonly status: S;
  /** The shortest way to the status. */
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
  const ways = new Map<S, readonly T[]>([[first, []]]);
  const next = (status: S, trigger: T) => nextStatus<S, T>(table, status, trigger) ?? status;
  // Statuses that the loop adds are visited, too.
  for (const [status, way] of ways)
    for (const trigger of triggers)
      if (!ways.has(next(status, trigger))) ways.set(next(status, trigger), [...way, trigger]);
  expect([...ways.keys()].sort()).toEqual(Object.keys(table).sort());
  return [...ways].flatMap(([status, way]) =>
    triggers.map((trigger) => ({ status, way, trigger, to: next(status, trigger) })),
  );
}

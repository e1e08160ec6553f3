import { own } from './own';

/** `{ from: { trigger: to } }`; an empty row is final. The entity's `#move` is the only writer of the status (R3). */
export type TransitionTable<Status extends string, Trigger extends string> = {
  readonly [S in Status]: { readonly [T in Trigger]?: Status };
};

export type TriggerOf<Table> = { [S in keyof Table]: keyof Table[S] }[keyof Table];

/** `undefined`: the table does not allow the trigger. */
export function nextStatus<S extends string, T extends string>(
  table: TransitionTable<S, T>,
  from: S,
  trigger: T,
): S | undefined {
  return own<S | undefined>(table[from], trigger);
}

/** A status that is not stored. `move` is its only writer. */
export class StateMachine<S extends string, T extends string> {
  constructor(
    private readonly table: TransitionTable<S, T>,
    private current: S,
  ) {}

  get status(): S {
    return this.current;
  }

  allows(trigger: T): boolean {
    return nextStatus(this.table, this.current, trigger) !== undefined;
  }

  /** False when the table does not allow the trigger. */
  move(trigger: T): boolean {
    const next = nextStatus(this.table, this.current, trigger);
    this.current = next ?? this.current;
    return next !== undefined;
  }
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

import type { LegDrain } from './leg-drain';

/**
 * `dialed`: it examined calls, and may have dialed none. `all_held`: the account is on hold. `no_capacity`: its trunks
 * have nothing free, or another process had its turn. `other_process`: the other kind of process dials this account.
 */
export type RoundResult<Request, Dial> =
  | {
      readonly kind: 'dialed';
      readonly dials: readonly Dial[];
      readonly examined: number;
      /** The next round of the turn; null when nothing more can be dialed now. */
      readonly next: Request | null;
    }
  | { readonly kind: 'all_held' | 'nothing_due' | 'no_capacity' | 'other_process' };

/** Bounds of a turn. A round may exceed them by its own size. */
interface TurnBounds {
  readonly maxDials: number;
  readonly maxExamined: number;
}

export interface TurnTotals {
  readonly dialed: number;
  readonly examined: number;
  /** How its last round ended; `more` when a bound ended the turn. */
  readonly end: Exclude<RoundResult<unknown, unknown>['kind'], 'dialed'> | 'done' | 'more';
}

/** Runs rounds until one ends the turn or a bound is reached. Places the dials of each round after its commit. */
export class DispatchTurn<Request, Dial> {
  constructor(
    private readonly drain: LegDrain,
    private readonly round: { run(request: Request): Promise<RoundResult<Request, Dial>> },
    private readonly dialer: { place(dial: Dial): Promise<void> },
  ) {}

  /** @throws Error when this process is draining, so that the queue gives the turn to another process */
  async run(first: Request, { maxDials, maxExamined }: TurnBounds): Promise<TurnTotals> {
    if (!this.drain.dispatches) return { dialed: 0, examined: 0, end: 'nothing_due' };
    let [dialed, examined] = [0, 0];
    let request = first;
    while (dialed < maxDials && examined < maxExamined) {
      const result = await this.drain.runRound(() => this.round.run(request));
      if (result.kind !== 'dialed') return { dialed, examined, end: result.kind };
      // Not awaited: a slow carrier must not delay the account's queue.
      for (const dial of result.dials) void this.dialer.place(dial);
      dialed += result.dials.length;
      examined += result.examined;
      if (!result.next) return { dialed, examined, end: 'done' };
      request = result.next;
    }
    return { dialed, examined, end: 'more' };
  }
}

/** One step of a round. It fills its fields of the round's state. */
export interface DispatchStep<State, Result> {
  /** Returns undefined to continue, or the result that ends the round. */
  run(round: State): Promise<Result | undefined>;
}

import type { Timers } from '../../../../platform/kernel/time/timers';
import type { BridgeEnd } from '../../../domain/bridge-end';
import type { LegFailure } from '../../../domain/cause-map';

/** Both callbacks are sent at the child's end, in any order. */
const CAUSE_TIMEOUT_MS = 1_000;

type UnansweredEnd = Exclude<BridgeEnd, { kind: 'talked' }>;

/** Completes an end without a cause by the callback that has the cause. */
export class ChildCause {
  #cause: LegFailure | null = null;
  #onCause: () => void = () => undefined;

  constructor(private readonly timers: Pick<Timers, 'after'>) {}

  onCause(cause: LegFailure): void {
    this.#cause = cause;
    this.#onCause();
  }

  /** @param done may be called repeatedly */
  complete(end: UnansweredEnd, done: (end: UnansweredEnd) => void): void {
    if (end.kind !== 'unanswered' || !end.lacksCause) {
      done(end);
      return;
    }
    const { lacksCause: _, ...known } = end;
    const finish = () => done(this.#cause ? { ...known, event: this.#cause } : known);
    if (this.#cause) finish();
    else {
      this.#onCause = finish;
      this.timers.after(CAUSE_TIMEOUT_MS, finish);
    }
  }
}

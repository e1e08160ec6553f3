import type { DomainEvent } from '../platform/kernel/domain-event';
import { isFinal, nextStatus, type TransitionTable } from '../platform/kernel/transition-table';

/** State of a call whose statuses follow a transition table. `move` is the only writer of the status. */
export abstract class CallLifecycle<
  State extends { readonly status: Status },
  Status extends string,
  Trigger extends string,
> {
  #state: State;
  readonly #events: DomainEvent[] = [];

  constructor(
    private readonly transitions: TransitionTable<Status, Trigger>,
    state: State,
  ) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Domain events since the call was loaded, stored together with it. */
  get events(): readonly DomainEvent[] {
    return this.#events;
  }

  get isFinal(): boolean {
    return isFinal(this.transitions, this.#state.status);
  }

  protected change(changes: Partial<Omit<State, 'status'>>): void {
    this.#state = { ...this.#state, ...changes };
  }

  /** Makes a transition with its changes. False when the table does not allow it. */
  protected move(trigger: Trigger, changes: Partial<Omit<State, 'status'>>): boolean {
    const status = nextStatus<Status, Trigger>(this.transitions, this.#state.status, trigger);
    if (status === undefined) return false;
    this.#state = { ...this.#state, ...changes, status };
    return true;
  }

  protected raise(event: DomainEvent): void {
    this.#events.push(event);
  }
}

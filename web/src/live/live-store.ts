interface Followed<Notice> {
  readonly notices: ReadonlySet<Notice>;
}

/** A state that the page follows, with what is wrong at the moment. */
export abstract class LiveStore<Notice, State extends Followed<Notice>> {
  readonly #listeners = new Set<() => void>();
  #state: State;

  constructor(initial: State) {
    this.#state = initial;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): State => this.#state;

  protected abstract readonly isOver: boolean;

  protected set(changes: Partial<State>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  protected notice(notice: Notice, isOn: boolean): void {
    const notices = new Set<Notice>(this.#state.notices);
    if (notices.has(notice) === isOn || this.isOver) return;
    if (isOn) notices.add(notice);
    else notices.delete(notice);
    this.set({ ...this.#state, notices });
  }
}

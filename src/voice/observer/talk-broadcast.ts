import type { ObservedTurn, TalkObserver, TalkState } from './talk-observer';

/** Lets any number of observers follow one talk, from when they come. */
export class TalkBroadcast implements TalkObserver {
  readonly #observers = new Set<TalkObserver>();
  #state: TalkState | null = null;

  /** @returns the function that removes it */
  add(observer: TalkObserver): () => void {
    this.#observers.add(observer);
    if (this.#state !== null) observer.onState(this.#state);
    return () => void this.#observers.delete(observer);
  }

  onState(state: TalkState): void {
    this.#state = state;
    for (const observer of this.#observers) observer.onState(state);
  }

  onPartial(text: string): void {
    for (const observer of this.#observers) observer.onPartial(text);
  }

  onTurn(turn: ObservedTurn): void {
    for (const observer of this.#observers) observer.onTurn(turn);
  }
}

import type { RecognizedTurn } from './turn-detector-options';

/** Joins the words of a contact while the agent could not be interrupted. */
export class DeferredTurn {
  #turn: RecognizedTurn | null = null;

  add(turn: RecognizedTurn): void {
    this.#turn = this.joinedTo(turn);
  }

  /** Puts the words before those of a turn. */
  joinedTo(turn: RecognizedTurn): RecognizedTurn {
    const first = this.remove();
    if (!first) return turn;
    const longestMs = Math.max(first.longestMs, turn.longestMs);
    return { ...turn, text: `${first.text} ${turn.text}`, startMs: first.startMs, longestMs };
  }

  remove(): RecognizedTurn | null {
    const turn = this.#turn;
    this.#turn = null;
    return turn;
  }
}

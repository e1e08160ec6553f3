/** Silence after which an engine that recognizes whole turns begins. */
export const LULL_MS = 200;
/** A pause after "and" or a digit is usually shorter than the quiet that ends the turn: its words settle later. */
const SETTLED_BEFORE_END_MS = 300;
/** The delay after which the detector reports speech. */
const VOICED_LATE_MS = 100;

/** Remembers the pauses that a contact went on after: who made longer pauses may make another. */
export class PauseMemory {
  /** The longest, by the quiet that would have ended the turn. */
  readonly #longestMs = new Map<number, number>();

  /** The contact went on. @param endsAfterMs the quiet that would have ended the turn */
  add(pauseMs: number, endsAfterMs: number): void {
    this.#longestMs.set(endsAfterMs, Math.max(this.#longestMs.get(endsAfterMs) ?? 0, pauseMs));
  }

  /** The quiet after which a turn is probably over, before it certainly is. */
  settledAfterMs(endsAfterMs: number): number {
    const longestMs = (this.#longestMs.get(endsAfterMs) ?? 0) + VOICED_LATE_MS;
    const latestMs = endsAfterMs - VOICED_LATE_MS;
    return Math.max(LULL_MS, endsAfterMs - SETTLED_BEFORE_END_MS, Math.min(longestMs, latestMs));
  }
}

/** Calls of one answer of the engine, which run concurrently. */
const MAX_CALLS_OF_ROUND = 3;
const MAX_ROUNDS_OF_TURN = 4;
/** None of a turn begins later after its first. */
const MAX_TURN_MS = 30_000;
const MAX_CALLS_OF_TALK = 20;

/** Limits the tool calls of a talk. */
export class ToolLimits {
  #ofTalk = 0;
  #rounds = 0;
  #firstMs: number | null = null;

  /** The contact has spoken. */
  newTurn(): void {
    [this.#rounds, this.#firstMs] = [0, null];
  }

  /** @returns how many of the calls of an answer may be made, the first ones */
  admit(calls: number, nowMs: number): number {
    this.#rounds += 1;
    this.#firstMs ??= nowMs;
    if (this.#rounds > MAX_ROUNDS_OF_TURN || nowMs - this.#firstMs >= MAX_TURN_MS) return 0;
    const admitted = Math.min(calls, MAX_CALLS_OF_ROUND, MAX_CALLS_OF_TALK - this.#ofTalk);
    this.#ofTalk += admitted;
    return admitted;
  }
}

const SECOND_MS = 1_000;
const MAX_TEXTS = 20;
const MAX_BINARIES = 200;
/** Seconds in a row above a bound. */
const MAX_SECONDS = 5;

/** Finds clients that send more messages a second than they may, for five seconds. */
export class MessageRate {
  #secondFrom = -Infinity;
  #texts = 0;
  #binaries = 0;
  #exceeded = 0;

  /** False when the client sends too many. */
  admit(kind: 'text' | 'binary', nowMs: number): boolean {
    if (nowMs - this.#secondFrom >= SECOND_MS) {
      const isNext = nowMs - this.#secondFrom < 2 * SECOND_MS;
      this.#exceeded = this.#isAbove && isNext ? this.#exceeded + 1 : 0;
      this.#secondFrom = isNext ? this.#secondFrom + SECOND_MS : nowMs;
      this.#texts = this.#binaries = 0;
    }
    if (kind === 'text') this.#texts += 1;
    else this.#binaries += 1;
    return this.#exceeded + (this.#isAbove ? 1 : 0) < MAX_SECONDS;
  }

  get #isAbove(): boolean {
    return this.#texts > MAX_TEXTS || this.#binaries > MAX_BINARIES;
  }
}

const WINDOW_MS = 5_000;
/** Messages and KiB: many times what a talk has, with all that waited in a stall of 30 s. */
const MAX_COST = 5_000;

/** Finds peers whose messages on a socket would delay everything else in the process. */
export class MessageBudget {
  #fromMs = -Infinity;
  #cost = 0;

  /** False when the peer sends too much. */
  admit(bytes: number, nowMs: number): boolean {
    if (nowMs - this.#fromMs >= WINDOW_MS) [this.#fromMs, this.#cost] = [nowMs, 0];
    this.#cost += 1 + bytes / 1_024;
    return this.#cost <= MAX_COST;
  }
}

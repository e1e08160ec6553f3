/** The far side may hold the line for so long before its silence counts. */
const MAX_HOLD_MS = 120_000;

/** How long the far side held the line. */
export class HoldTimer {
  #sinceMs: number | null = null;
  #earlierMs = 0;

  constructor(private readonly nowMs: () => number) {}

  get isOnHold(): boolean {
    return this.#sinceMs !== null;
  }

  /** So far, in milliseconds; of each hold at most the longest. */
  get totalMs(): number {
    const nowMs = this.#sinceMs === null ? 0 : this.nowMs() - this.#sinceMs;
    return this.#earlierMs + Math.min(MAX_HOLD_MS, nowMs);
  }

  /** @returns whether that is a change */
  setOnHold(isHeld: boolean): boolean {
    if (isHeld === this.isOnHold) return false;
    this.#earlierMs = this.totalMs;
    this.#sinceMs = isHeld ? this.nowMs() : null;
    return true;
  }
}

/** After this time on hold the far side's silence counts. */
const MAX_ON_HOLD_MS = 120_000;

/** Measures how long the far side was on hold. */
export class HoldTimer {
  #sinceMs: number | null = null;
  #earlierMs = 0;

  constructor(private readonly nowMs: () => number) {}

  get isOnHold(): boolean {
    return this.#sinceMs !== null;
  }

  /** Each SIP hold counts up to the maximum. */
  get totalMs(): number {
    const nowMs = this.#sinceMs === null ? 0 : this.nowMs() - this.#sinceMs;
    return this.#earlierMs + Math.min(MAX_ON_HOLD_MS, nowMs);
  }

  setOnHold(isOnHold: boolean): boolean {
    if (isOnHold === this.isOnHold) return false;
    this.#earlierMs = this.totalMs;
    this.#sinceMs = isOnHold ? this.nowMs() : null;
    return true;
  }
}

const LAST = 3;
/** Above the first the connection is slow, until it falls below the second. */
const SLOW_MS = 400;
const SLOW_END_MS = 350;

/** Measures what a connection adds there and back: the round trip, and what waits in both players. */
export class DelayMeter {
  #last: number[] = [];
  #slowMs: number | null = null;

  /** @param waitingMs in both players */
  add(roundTripMs: number, waitingMs: number): number {
    const measured = Math.round(Math.max(0, roundTripMs) + waitingMs);
    this.#last = [...this.#last.slice(1 - LAST), measured];
    if (this.shownMs > SLOW_MS) this.#slowMs ??= this.shownMs;
    else if (this.shownMs < SLOW_END_MS) this.#slowMs = null;
    return measured;
  }

  /** Median of the last measures: a single late message shows nothing. */
  get shownMs(): number {
    const sorted = this.#last.toSorted((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  }

  /** The delay with which a slow connection began; screen readers repeat a text that changes. */
  get slowMs(): number | null {
    return this.#slowMs;
  }
}

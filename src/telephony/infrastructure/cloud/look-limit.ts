const MINUTE_MS = 60_000;

/** How often a carrier may be asked in any minute. */
export class LookLimit {
  readonly #at: number[] = [];

  /** @param most null: no limit */
  constructor(
    private readonly most: number | null,
    private readonly nowMs: () => number,
  ) {}

  /** Whether it may be asked once more now; then that counts. */
  take(): boolean {
    if (this.most === null) return true;
    const now = this.nowMs();
    while ((this.#at[0] ?? now) <= now - MINUTE_MS) this.#at.shift();
    if (this.#at.length >= this.most) return false;
    this.#at.push(now);
    return true;
  }
}

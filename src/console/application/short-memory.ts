/** Entries at once; the oldest goes first. */
const MAX_ENTRIES = 500;

interface Kept<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

/** Results that are kept for a while, in this process. Who asks meanwhile waits for the same one. */
export class ShortMemory<T> {
  readonly #kept = new Map<string, Kept<T>>();

  /** The result of a name, computed anew when it is older than it was to be kept. Failures are not kept. */
  of(name: string, nowMs: number, keptMs: number, compute: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(name);
    if (known && known.until > nowMs) return known.value;
    const value = compute();
    this.#kept.delete(name);
    this.#kept.set(name, { until: nowMs + keptMs, value });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_ENTRIES && oldest !== undefined) this.#kept.delete(oldest);
    value.catch(() => {
      if (this.#kept.get(name)?.value === value) this.#kept.delete(name);
    });
    return value;
  }
}

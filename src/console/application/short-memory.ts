const MAX_ENTRIES = 500;

interface CachedResult<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

/** Caches results for a while, in this process. Concurrent requests share one computation. */
export class ShortMemory<T> {
  readonly #results = new Map<string, CachedResult<T>>();

  /** Computed again after the lifetime. Failures are not cached. */
  of(name: string, nowMs: number, lifetimeMs: number, compute: () => Promise<T>): Promise<T> {
    const known = this.#results.get(name);
    if (known && known.until > nowMs) return known.value;
    const value = compute();
    this.#results.delete(name);
    this.#results.set(name, { until: nowMs + lifetimeMs, value });
    const [oldest] = this.#results.keys();
    if (this.#results.size > MAX_ENTRIES && oldest !== undefined) this.#results.delete(oldest);
    value.catch(() => {
      if (this.#results.get(name)?.value === value) this.#results.delete(name);
    });
    return value;
  }
}

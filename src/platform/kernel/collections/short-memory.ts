import { RecentMap } from './recent-map';

interface CachedResult<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

/** Caches results for a while, in this process. Concurrent requests share one computation. */
export class ShortMemory<T> {
  readonly #results: RecentMap<string, CachedResult<T>>;

  constructor(maxEntries = 500) {
    this.#results = new RecentMap(maxEntries);
  }

  /** Computed again after the lifetime. Failures are not cached. */
  of(name: string, nowMs: number, lifetimeMs: number, compute: () => Promise<T>): Promise<T> {
    const known = this.#results.get(name);
    if (known && known.until > nowMs) return known.value;
    const value = compute();
    this.#results.set(name, { until: nowMs + lifetimeMs, value });
    value.catch(() => {
      if (this.#results.get(name)?.value === value) this.#results.delete(name);
    });
    return value;
  }

  forget(name: string): void {
    this.#results.delete(name);
  }
}

export interface SourceLimits {
  readonly perSource: number;
  readonly total: number;
}

/** Items of many sources, limited for each source and in all. The oldest gives way to a new one. */
export class BoundedBySource<Item> {
  readonly #bySource = new Map<string, Set<Item>>();
  /** The oldest first. */
  readonly #sourceOf = new Map<Item, string>();

  constructor(private readonly limits: SourceLimits) {}

  /** Sources that have items now. */
  get sources(): number {
    return this.#bySource.size;
  }

  /** Adds a new item; returns the one that was removed for it, null when there was room. */
  add(item: Item, source: string): Item | null {
    const own = this.#bySource.get(source) ?? new Set();
    const { perSource, total } = this.limits;
    const crowd = own.size >= perSource ? own : this.#sourceOf.size >= total ? this.#sourceOf.keys() : [];
    const [oldest = null] = crowd;
    if (oldest !== null) this.remove(oldest);
    this.#bySource.set(source, own.add(item));
    this.#sourceOf.set(item, source);
    return oldest;
  }

  remove(item: Item): void {
    const source = this.#sourceOf.get(item);
    if (source === undefined) return;
    this.#sourceOf.delete(item);
    const own = this.#bySource.get(source);
    own?.delete(item);
    if (own?.size === 0) this.#bySource.delete(source);
  }
}

export interface SourceLimits {
  readonly perSource: number;
  readonly total: number;
}

/** Bounds items for each source and in all. The oldest is removed for a new one. */
export class BoundedBySource<Item> {
  readonly #bySource = new Map<string, Set<Item>>();
  readonly #sourceOf = new Map<Item, string>();

  constructor(private readonly limits: SourceLimits) {}

  get sources(): number {
    return this.#bySource.size;
  }

  /** Returns the item that was removed for the new one, or null. */
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

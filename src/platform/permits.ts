/** A number of things that may happen at once; who comes first is served first. */
export class Permits {
  #free: number;
  readonly #waiting: { readonly most: number; readonly give: (granted: number) => void }[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** At least one and at most `most`; waits until there is one. */
  take(most: number): Promise<number> {
    return new Promise((give) => {
      this.#waiting.push({ most, give });
      this.#serve();
    });
  }

  /** As many as are free now, at most `most`: nobody is overtaken. */
  takeNow(most: number): number {
    const granted = this.#waiting.length > 0 ? 0 : Math.min(this.#free, most);
    this.#free -= granted;
    return granted;
  }

  giveBack(count: number): void {
    this.#free += count;
    this.#serve();
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = this.#waiting.shift();
      if (!next) return;
      const granted = Math.min(this.#free, next.most);
      this.#free -= granted;
      next.give(granted);
    }
  }
}

/** A counting semaphore: first come, first served. */
export class Semaphore {
  #free: number;
  readonly #waiting: { readonly max: number; readonly grant: (permits: number) => void }[] = [];

  /** @param permits how many there are in all */
  constructor(permits: number) {
    this.#free = permits;
  }

  /** Acquires at least one permit and at most `most`; waits until one is free. Resolves with how many. */
  acquire(most: number): Promise<number> {
    return new Promise((grant) => {
      this.#waiting.push({ max: most, grant });
      this.#serve();
    });
  }

  /** Acquires as many permits as are free now, at most `most`: 0 while others wait. Returns how many. */
  tryAcquire(most: number): number {
    const permits = this.#waiting.length > 0 ? 0 : Math.min(this.#free, most);
    this.#free -= permits;
    return permits;
  }

  release(permits: number): void {
    this.#free += permits;
    this.#serve();
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = this.#waiting.shift();
      if (!next) return;
      const permits = Math.min(this.#free, next.max);
      this.#free -= permits;
      next.grant(permits);
    }
  }
}

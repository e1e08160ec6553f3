/** A counting semaphore: first come, first served. */
export class Semaphore {
  #free: number;
  readonly #waiting: { readonly max: number; readonly grant: (permits: number) => void }[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Acquires 1 to `most` permits; waits until one is free. */
  acquire(most: number): Promise<number> {
    return new Promise((grant) => {
      this.#waiting.push({ max: most, grant });
      this.#serve();
    });
  }

  /** Acquires 0 to `most` permits; 0 while others wait. */
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

/** RFC 3711, 3.3.2: 64 at least. */
const SIZE = 128;
const CELLS = SIZE / 32;

/** Remembers which of the latest 128 indexes were received. */
export class ReplayWindow {
  readonly #bits = new Uint32Array(CELLS);
  #highest = -1;

  /** False: received before, or older than the window. */
  isNew(index: number): boolean {
    if (index > this.#highest) return true;
    if (this.#highest - index >= SIZE) return false;
    return (this.#cell(index) & this.#bit(index)) === 0;
  }

  /** The index is new. */
  record(index: number): void {
    if (index - this.#highest >= SIZE) this.#bits.fill(0);
    else for (let passed = this.#highest + 1; passed < index; passed++) this.#clear(passed);
    this.#highest = Math.max(this.#highest, index);
    this.#bits[(index % SIZE) >>> 5] = this.#cell(index) | this.#bit(index);
  }

  #clear(index: number): void {
    this.#bits[(index % SIZE) >>> 5] = this.#cell(index) & ~this.#bit(index);
  }

  #cell(index: number): number {
    return this.#bits[(index % SIZE) >>> 5] ?? 0;
  }

  #bit(index: number): number {
    return 1 << (index % 32);
  }
}

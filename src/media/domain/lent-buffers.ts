/** Buffers that pass between two threads; at most `most` are with the other one. */
export class LentBuffers {
  readonly #free: ArrayBuffer[] = [];
  #outstanding = 0;

  constructor(
    private readonly bytes: number,
    private readonly most: number,
  ) {}

  /** With any content; null: the other thread has all. */
  next(): ArrayBuffer | null {
    return this.#outstanding >= this.most ? null : (this.#free.pop() ?? new ArrayBuffer(this.bytes));
  }

  lend(): void {
    this.#outstanding += 1;
  }

  giveBack(buffer: ArrayBuffer): void {
    this.#outstanding = Math.max(0, this.#outstanding - 1);
    if (this.#free.length < this.most) this.#free.push(buffer);
  }
}

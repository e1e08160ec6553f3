/** Small events are passed on together, but the package copies what follows an event within its piece. */
const MAX_PIECE_BYTES = 4_096;
const [LF, CR] = [10, 13];

/**
 * Cuts a stream of server-sent events into pieces of whole events. The package scans and copies an event that has no end yet
 * again with each piece, so that one in small pieces would cost quadratic time.
 */
export class EventPieces {
  #buffer = Buffer.alloc(MAX_PIECE_BYTES);
  #length = 0;
  #count = 0;

  /** Events that have ended. */
  get count(): number {
    return this.#count;
  }

  /** @returns pieces that can be passed on */
  add(chunk: Uint8Array): Uint8Array[] {
    const seen = this.#length;
    this.#append(chunk);
    const pieces: Uint8Array[] = [];
    let from = 0;
    let end = 0;
    for (let at = seen; at < this.#length; at++) {
      if (!this.#endsEvent(at, Math.max(from, end))) continue;
      if (end > from && at + 1 - from > MAX_PIECE_BYTES) {
        pieces.push(this.#copy(from, end));
        from = end;
      }
      end = at + 1;
      this.#count += 1;
    }
    if (end > from) pieces.push(this.#copy(from, end));
    if (end > 0) this.#buffer.copyWithin(0, end, this.#length);
    this.#length -= end;
    return pieces;
  }

  /** @returns what follows the last whole event */
  rest(): Uint8Array {
    return this.#copy(0, this.#length);
  }

  #append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.#buffer.length));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** The same ends as the package has: LF LF, CR CR, CR LF CR LF. @param from where the event begins */
  #endsEvent(at: number, from: number): boolean {
    const byte = this.#buffer[at];
    const before = at > from ? this.#buffer[at - 1] : undefined;
    if (byte === CR) return before === CR;
    if (byte !== LF) return false;
    return (
      before === LF ||
      (before === CR && at - 3 >= from && this.#buffer[at - 2] === LF && this.#buffer[at - 3] === CR)
    );
  }

  #copy(from: number, to: number): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#buffer, from, to);
  }
}

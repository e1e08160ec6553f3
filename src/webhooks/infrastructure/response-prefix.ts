import { firstCodePoints } from '../../platform/kernel/text';

/** Code points of a body that are stored with its delivery. */
const MAX_START_LENGTH = 2_048;

/** UTF-8 has at most four bytes a character. */
const MAX_START_BYTES = MAX_START_LENGTH * 4;

/** Collects the beginning of a body; the rest costs no memory. */
export class ResponsePrefix {
  readonly #parts: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): void {
    const room = MAX_START_BYTES - this.#bytes;
    // A body in many small chunks would fill memory with empty parts.
    if (room === 0) return;
    // A copy: a slice would reference the whole buffer that the socket filled.
    const part = Buffer.from(chunk.subarray(0, room));
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  /** Invalid UTF-8 and NUL, which PostgreSQL does not store, become �. */
  text(): string {
    // `stream` leaves out a character that the limit cut in two.
    const read = new TextDecoder().decode(Buffer.concat(this.#parts), { stream: true });
    return firstCodePoints(read.replaceAll('\0', '\uFFFD'), MAX_START_LENGTH);
  }
}

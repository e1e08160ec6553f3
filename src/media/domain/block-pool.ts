import { BATCH_FRAMES, FRAME_SAMPLES } from './frame';

/** Audio goes between threads in blocks of 100 ms. */
export const BLOCK_SAMPLES = BATCH_FRAMES * FRAME_SAMPLES;
/** Limit of free blocks (1.6 MB). */
const MAX_FREE_BLOCKS = 1_000;

/**
 * Reuses played blocks for received audio. A thread that allocates little collects its garbage seldom: discarded
 * blocks would add up to many megabytes.
 */
export class BlockPool {
  readonly #free: ArrayBuffer[] = [];

  acquire(): Int16Array<ArrayBuffer> {
    return new Int16Array(this.#free.pop() ?? new ArrayBuffer(2 * BLOCK_SAMPLES));
  }

  /** Returns an unused block; a partial block is left to the garbage collector. */
  give({ buffer }: Int16Array): void {
    if (buffer.byteLength !== 2 * BLOCK_SAMPLES || this.#free.length >= MAX_FREE_BLOCKS) return;
    if (buffer instanceof ArrayBuffer) this.#free.push(buffer);
  }
}

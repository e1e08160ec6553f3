import { BATCH_FRAMES, FRAME_SAMPLES } from './frame';

/** 100 ms, exchanged between threads. */
export const BLOCK_SAMPLES = BATCH_FRAMES * FRAME_SAMPLES;
const MAX_FREE_BLOCKS = 1_000;

/** Reuses played blocks for received audio: a thread that allocates little seldom collects garbage. */
export class BlockPool {
  readonly #free: ArrayBuffer[] = [];

  acquire(): Int16Array<ArrayBuffer> {
    return new Int16Array(this.#free.pop() ?? new ArrayBuffer(2 * BLOCK_SAMPLES));
  }

  give({ buffer }: Int16Array): void {
    if (buffer.byteLength !== 2 * BLOCK_SAMPLES || this.#free.length >= MAX_FREE_BLOCKS) return;
    if (buffer instanceof ArrayBuffer) this.#free.push(buffer);
  }
}

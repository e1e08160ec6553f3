import { LentBuffers } from './lent-buffers';
import { FRAME_SAMPLES, msOf, SAMPLE_RATE } from './frame';
import { BYTES_PER_SAMPLE } from './wav';

/** One second. A crash loses the block that is being filled. */
const BLOCK_SAMPLES = SAMPLE_RATE;
/** Unwritten blocks (10 s); later audio becomes zeros in the file. */
const MAX_BLOCKS = 10;

export interface RecordedBlock {
  readonly buffer: ArrayBuffer;
  readonly at: number;
  readonly bytes: number;
}

/** Interleaves both sides of a leg, a frame a tick. Time without audio is a hole in the file, which reads as zeros. */
export class StereoRecorder {
  readonly #buffers = new LentBuffers(BLOCK_SAMPLES * BYTES_PER_SAMPLE, MAX_BLOCKS);
  #block: Int16Array | null = null;
  #filled = 0;
  #from = 0;
  #lost = 0;

  constructor(private readonly write: (block: RecordedBlock) => void) {}

  add(left: Int16Array, right: Int16Array): void {
    if (this.#filled === 0) this.#block = this.#next();
    const block = this.#block;
    if (block) {
      let to = 2 * this.#filled;
      for (let at = 0; at < left.length; at++) {
        block[to++] = left[at] ?? 0;
        block[to++] = right[at] ?? 0;
      }
    } else {
      this.#lost += FRAME_SAMPLES;
    }
    this.#filled += FRAME_SAMPLES;
    if (this.#filled >= BLOCK_SAMPLES) this.#flush();
  }

  skip(samples: number): void {
    this.#flush();
    this.#from += samples;
  }

  giveBack(buffer: ArrayBuffer): void {
    this.#buffers.giveBack(buffer);
  }

  /** Returns the unwritten blocks, the length, and the zeros because the disk was too slow. */
  end(): { readonly samples: number; readonly lostMs: number } {
    this.#flush();
    return { samples: this.#from, lostMs: msOf(this.#lost) };
  }

  #next(): Int16Array | null {
    const buffer = this.#buffers.next();
    return buffer && new Int16Array(buffer);
  }

  #flush(): void {
    const block = this.#block;
    const filled = this.#filled;
    this.#block = null;
    this.#filled = 0;
    this.#from += filled;
    if (!block || filled === 0) return;
    this.#buffers.lend();
    this.write({
      // The buffer is never shared.
      buffer: block.buffer as ArrayBuffer,
      at: (this.#from - filled) * BYTES_PER_SAMPLE,
      bytes: filled * BYTES_PER_SAMPLE,
    });
  }
}

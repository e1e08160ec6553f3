import { LentBuffers } from './lent-buffers';
import { BATCH_FRAMES, FRAME_MS, FRAME_SAMPLES } from './frame';
import { PCMU } from './g711';
import { hasKeyTone } from './tones/key-tone';

/** 100 ms of µ-law a side. */
export const TAP_SIDE_BYTES = BATCH_FRAMES * FRAME_SAMPLES;
/** Blocks that the main thread has not returned yet; later audio is left out. */
const MAX_BLOCKS = 10;

export interface TappedBlock {
  /** The audio that the leg sent, then that it received: `TAP_SIDE_BYTES` each. */
  readonly buffer: ArrayBuffer;
  /** The leg's clock at the first sample. */
  readonly atMs: number;
}

/** Both sides of a leg as its recording has them, without the tones of keys. Never waits for a listener. */
export class LegTap {
  readonly #buffers = new LentBuffers(2 * TAP_SIDE_BYTES, MAX_BLOCKS);
  readonly #silence = new Int16Array(FRAME_SAMPLES);
  #block: Uint8Array<ArrayBuffer> | null = null;
  #frames = 0;

  constructor(private readonly post: (block: TappedBlock) => void) {}

  add(sent: Int16Array, received: Int16Array, clockMs: number): void {
    if (this.#frames === 0) this.#block = this.#next();
    const block = this.#block;
    if (block) {
      const at = this.#frames * FRAME_SAMPLES;
      this.#encode(sent, block, at);
      this.#encode(received, block, TAP_SIDE_BYTES + at);
    }
    this.#frames += 1;
    if (this.#frames < BATCH_FRAMES) return;
    this.skip();
    if (!block) return;
    this.#buffers.lend();
    this.post({ buffer: block.buffer, atMs: clockMs - (BATCH_FRAMES - 1) * FRAME_MS });
  }

  /** Drops the block that is being filled. */
  skip(): void {
    this.#block = null;
    this.#frames = 0;
  }

  giveBack(buffer: ArrayBuffer): void {
    this.#buffers.giveBack(buffer);
  }

  #encode(frame: Int16Array, block: Uint8Array, at: number): void {
    PCMU.encode(hasKeyTone(frame) ? this.#silence : frame, 0, FRAME_SAMPLES, block, at);
  }

  #next(): Uint8Array<ArrayBuffer> | null {
    const buffer = this.#buffers.next();
    return buffer && new Uint8Array(buffer);
  }
}

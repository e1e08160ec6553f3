import { BLOCK_SAMPLES } from './block-pool';
import { FRAME_SAMPLES, levelOf, msOf, SAMPLE_RATE, samplesOf } from './frame';

export const PLAYOUT_LIMIT_MS = 30_000;
/** Played audio to go back to, in samples. */
const HISTORY = SAMPLE_RATE;
/** 10 ms, in the search for a pause in speech. */
const WINDOW = samplesOf(10);
/** dB below the loudest part around a pause. */
const PAUSE = 18;

export interface Mark {
  readonly name: number;
  readonly at: number;
}

/** Queues audio for playing, in order. Full blocks are not copied. */
export class PlayoutBuffer {
  readonly #blocks: Int16Array[] = [];
  #start = 0;
  #end = 0;
  #position = 0;
  /** The end of what was played: beyond the position after a rewind. */
  #furthest = 0;
  #cleared = 0;
  #paused = false;
  #marks: Mark[] = [];

  constructor(
    private readonly onReached: (name: number) => void,
    private readonly spent: (block: Int16Array) => void = () => undefined,
  ) {}

  /** False, without adding, beyond 30 s. */
  add(audio: Int16Array): boolean {
    if (this.#end - this.#position + audio.length > samplesOf(PLAYOUT_LIMIT_MS)) return false;
    if (audio.length > 0 && !this.#addToLast(audio)) this.#blocks.push(audio);
    this.#end += audio.length;
    return true;
  }

  /** Fills the block before: an engine may send single samples, each in a block. */
  #addToLast(audio: Int16Array): boolean {
    const last = this.#blocks.at(-1);
    const isBlock = last?.byteOffset === 0 && last.buffer.byteLength === 2 * BLOCK_SAMPLES;
    if (!isBlock || last.length + audio.length > BLOCK_SAMPLES) return false;
    const filled = new Int16Array(last.buffer, 0, last.length + audio.length);
    filled.set(audio, last.length);
    this.#blocks[this.#blocks.length - 1] = filled;
    this.spent(audio);
    return true;
  }

  mark(name: number): void {
    if (this.#position >= this.#end) this.onReached(name);
    else this.#marks.push({ name, at: this.#end });
  }

  /** Fills the rest with silence. Returns the number of samples played. */
  read(frame: Int16Array): number {
    const length = this.#paused ? 0 : Math.min(FRAME_SAMPLES, this.#end - this.#position);
    this.#copy(this.#position, length, frame);
    frame.fill(0, length);
    this.#position += length;
    this.#furthest = Math.max(this.#furthest, this.#position);
    this.#forget();
    this.#reportMarks();
    return length;
  }

  pause(): void {
    this.#paused = true;
  }

  /** `backMs`: goes back to the last pause in speech within that time, at most a second. */
  resume(backMs = 0): void {
    if (this.#paused && backMs > 0) this.#position = this.#pauseBefore(samplesOf(backMs));
    this.#paused = false;
  }

  /** Returns how much was played since the previous one, also of what is played again. */
  clear(): number {
    const played = msOf(this.#furthest - this.#cleared);
    for (const block of this.#blocks.splice(0)) this.spent(block);
    this.#marks = [];
    this.#start = this.#end = this.#cleared = this.#furthest = this.#position;
    this.#paused = false;
    return played;
  }

  get playedMs(): number {
    return msOf(this.#position - this.#cleared);
  }

  get queuedMs(): number {
    return msOf(this.#end - this.#position);
  }

  get position(): number {
    return this.#position;
  }

  #reportMarks(): void {
    for (let mark = this.#marks[0]; mark && mark.at <= this.#position; mark = this.#marks[0]) {
      this.#marks.shift();
      this.onReached(mark.name);
    }
  }

  #forget(): void {
    for (let block = this.#blocks[0]; block; block = this.#blocks[0]) {
      if (this.#start + block.length > this.#position - HISTORY) return;
      this.#start += block.length;
      this.#blocks.shift();
      this.spent(block);
    }
  }

  #copy(from: number, length: number, target: Int16Array): void {
    let start = this.#start;
    for (const block of this.#blocks) {
      const end = start + block.length;
      const [first, last] = [Math.max(from, start), Math.min(from + length, end)];
      for (let at = first; at < last; at++) target[at - from] = block[at - start] ?? 0;
      if (end >= from + length) return;
      start = end;
    }
  }

  #pauseBefore(back: number): number {
    const from = Math.max(this.#cleared, this.#start, this.#position - Math.min(back, HISTORY));
    const audio = new Int16Array(this.#position - from);
    this.#copy(from, audio.length, audio);
    const levels = Array.from({ length: Math.floor(audio.length / WINDOW) }, (_, at) =>
      levelOf(audio, at * WINDOW, WINDOW),
    );
    const loudest = Math.max(...levels);
    const pause = levels.findLastIndex((level) => level < loudest - PAUSE);
    return pause < 0 ? from : from + (pause + 1) * WINDOW;
  }
}

import { BLOCK_SAMPLES } from './block-pool';
import { msOf, samplesOf } from './frame';
import type { AudioSource, Played } from './media-leg';
import { PLAYOUT_LIMIT_MS } from './playout-buffer';

/** Plays audio in the order in which it is added. */
export interface Playout {
  audio(samples: Int16Array<ArrayBuffer>): void;
  /** Calls `Player.onMarked` with the name when all earlier audio was played. */
  mark(name: number): void;
}

class Item {
  length = 0;
  error: unknown;
  dropped = false;
  /** Ends the wait of its reader. One at a time: a promise that lives as long as a source would gather listeners. */
  wake: () => void = () => undefined;

  constructor(
    readonly source: AudioSource,
    readonly settle: (played: Played) => void,
  ) {}

  drop(): void {
    this.dropped = true;
    this.wake();
  }
}

/** Plays sources in order on a buffer of 30 s in another thread, and records how much of each was played. */
export class Player {
  readonly #waiting: Item[] = [];
  #current: Item | null = null;
  /** Read to the end, but not played to it; by the name of the mark there. */
  readonly #sounding = new Map<number, Item>();
  #names = 0;
  #given = 0;
  #position = 0;
  #cleared = 0;
  /** Samples since the last `clear` of sources that were played to their end. */
  #settled = 0;
  #closed = false;

  constructor(private readonly playout: Playout) {}

  play(source: AudioSource): Promise<Played> {
    if (this.#closed) return Promise.resolve({ playedMs: 0, ended: 'closed' });
    return new Promise((resolve) => {
      this.#waiting.push(new Item(source, resolve));
      this.#next();
    });
  }

  get queuedMs(): number {
    return msOf(Math.max(0, this.#given - this.#position));
  }

  progress(position: number): void {
    this.#position = position;
    this.#wake();
  }

  onMarked(name: number): void {
    const item = this.#sounding.get(name);
    if (!item) return;
    this.#sounding.delete(name);
    this.#settled += item.length;
    const { error } = item;
    const playedMs = msOf(item.length);
    item.settle(error === undefined ? { playedMs, ended: 'played' } : { playedMs, ended: 'failed', error });
  }

  /** Returns a function to call with the time played since the last time, and the position, once known. */
  clear(): (playedMs: number, position: number) => void {
    const dropped = this.#removeAll();
    const [given, settled] = [this.#given, this.#settled];
    this.#settled = 0;
    return (playedMs, position) => {
      // Audio added since then waits behind that position.
      this.#given = position + this.#given - given;
      this.#position = this.#cleared = position;
      settle(dropped, samplesOf(playedMs) - settled, 'cleared');
      this.#wake();
    };
  }

  close(): void {
    this.#closed = true;
    settle(this.#removeAll(), this.#position - this.#cleared - this.#settled, 'closed');
  }

  #next(): void {
    if (this.#current) return;
    const item = this.#waiting.shift();
    if (!item) return;
    this.#current = item;
    void this.#read(item).then(() => {
      if (item.dropped) return;
      this.#current = null;
      const name = ++this.#names;
      this.#sounding.set(name, item);
      this.playout.mark(name);
      this.#next();
    });
  }

  /** Until the source ends, fails or is dropped. Never rejects. */
  async #read(item: Item): Promise<void> {
    let source: Iterator<Int16Array> | AsyncIterator<Int16Array> | null = null;
    try {
      source = iteratorOf(item.source);
      for (;;) {
        const step = await nextOf(source, item);
        if (item.dropped || step === null) break;
        if (step.done) return;
        await this.#give(item, step.value);
      }
    } catch (error) {
      item.error = error ?? new Error('the audio failed');
    }
    // Lets the source stop; its result is ignored.
    void Promise.resolve(source?.return?.()).catch(() => undefined);
  }

  async #give(item: Item, audio: Int16Array): Promise<void> {
    for (let from = 0; from < audio.length; from += BLOCK_SAMPLES) {
      const length = Math.min(BLOCK_SAMPLES, audio.length - from);
      while (this.#given + length - this.#position > samplesOf(PLAYOUT_LIMIT_MS) && !item.dropped) {
        await new Promise<void>((room) => (item.wake = room));
      }
      if (item.dropped) return;
      // A copy in its own block: the source may reuse its memory.
      const piece = new Int16Array(new ArrayBuffer(2 * BLOCK_SAMPLES), 0, length);
      piece.set(audio.subarray(from, from + length));
      this.#given += length;
      item.length += length;
      this.playout.audio(piece);
    }
  }

  #removeAll(): Item[] {
    const items = [...this.#sounding.values(), ...(this.#current ? [this.#current] : []), ...this.#waiting];
    for (const item of items) item.drop();
    this.#sounding.clear();
    this.#current = null;
    this.#waiting.length = 0;
    return items;
  }

  #wake(): void {
    this.#current?.wake();
  }
}

/** Null when the source is dropped first: a stream that hangs delays nothing after a clear. */
function nextOf(
  source: Iterator<Int16Array> | AsyncIterator<Int16Array>,
  item: Item,
): Promise<IteratorResult<Int16Array> | null> {
  return new Promise((step, failed) => {
    item.wake = () => {
      if (item.dropped) step(null);
    };
    Promise.resolve(source.next()).then(step, failed);
  });
}

function settle(items: readonly Item[], played: number, ended: 'cleared' | 'closed'): void {
  let left = Math.max(0, played);
  for (const { length, settle: done } of items) {
    const own = Math.min(length, left);
    left -= own;
    done({ playedMs: msOf(own), ended });
  }
}

function iteratorOf(source: AudioSource): Iterator<Int16Array> | AsyncIterator<Int16Array> {
  if (source instanceof Int16Array) return [source][Symbol.iterator]();
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}

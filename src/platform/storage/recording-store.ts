import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where recordings are kept. What is once kept under a name stays the same bytes. */
export abstract class RecordingStore {
  /** Bytes; null when nothing is kept under the name. */
  abstract size(name: string): Promise<number | null>;
  /** Takes over the file at `path`, which is gone afterwards; of two under one name the first stays. */
  abstract keep(name: string, path: string): Promise<void>;
  /** Rejects when the first byte cannot be had; what goes wrong later is an error of the stream. */
  abstract read(name: string, range: ByteRange): Promise<Readable>;
  /** Whether it was there or not. */
  abstract remove(name: string): Promise<void>;
}

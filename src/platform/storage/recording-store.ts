import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Storage of recordings. The bytes under a name change by `replace` alone. */
export abstract class RecordingStore {
  /** In bytes; null when nothing is stored under the name. */
  abstract size(name: string): Promise<number | null>;
  /** Takes the file at `path` into the store, and leaves it where it is; of two under one name, the first stays. */
  abstract keep(name: string, path: string): Promise<void>;
  /** Takes the file at `path` in place of what is stored under the name, if anything is; all at once. The file stays. */
  abstract replace(name: string, path: string): Promise<void>;
  /** Rejects when the first byte cannot be read; later failures are errors of the stream. */
  abstract read(name: string, range: ByteRange): Promise<Readable>;
  /** Idempotent. */
  abstract remove(name: string): Promise<void>;
}

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
  /** Copies the file at `path` into the store; the file stays. Of two under one name, the first stays. */
  abstract add(name: string, path: string): Promise<void>;
  /** Replaces atomically what is stored under the name by the file at `path`. The file stays. */
  abstract replace(name: string, path: string): Promise<void>;
  /** Rejects when the first byte cannot be read; later failures are errors of the stream. */
  abstract read(name: string, range: ByteRange): Promise<Readable>;
  /** Idempotent. */
  abstract remove(name: string): Promise<void>;
}

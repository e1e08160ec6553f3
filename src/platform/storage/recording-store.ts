import type { Readable } from 'node:stream';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores recordings. Only `replace` changes the bytes under a name. */
export abstract class RecordingStore {
  /** In bytes; null when nothing is stored. */
  abstract size(name: string): Promise<number | null>;
  /** Copies the file at `path`. Of two files under one name, the first stays. */
  abstract add(name: string, path: string): Promise<void>;
  /** Atomic. The file at `path` stays. */
  abstract replace(name: string, path: string): Promise<void>;
  /** Rejects when the first byte cannot be read; later failures are errors of the stream. */
  abstract read(name: string, range: ByteRange): Promise<Readable>;
  /** Idempotent. */
  abstract remove(name: string): Promise<void>;
}

import { open, rm } from 'node:fs/promises';
import { FRAME_SAMPLES, msOf, samplesOf } from '../domain/frame';
import type { RecordedFile } from '../domain/media-leg';
import type { RecordedBlock } from '../domain/stereo-recorder';
import { BYTES_PER_SAMPLE, WAV_HEADER_BYTES, wavAudioBytes, wavHeader } from '../domain/wav';
import { deferred } from '../../platform/kernel/async/deferred';

export interface RecordingStore {
  write(bytes: Uint8Array, position: number): Promise<unknown>;
  truncate(length: number): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Only the service reads the new file. @throws Error when it exists, or cannot be created */
export type CreateRecording = (path: string) => Promise<RecordingStore>;

const createFile: CreateRecording = async (path) => {
  const file = await open(path, 'wx', 0o600);
  return {
    write: (bytes, position) => file.write(bytes, 0, bytes.length, position),
    truncate: (length) => file.truncate(length),
    close: () => file.close(),
  };
};

/** A crash before the first block leaves a frame of silence: each answered call has a recording. */
const NEW_FILE = Buffer.concat([wavHeader(0), Buffer.alloc(FRAME_SAMPLES * BYTES_PER_SAMPLE)]);

/** Writes the blocks of one recording. The media thread buffers at most 10 s of unwritten blocks. */
export class RecordingFile {
  readonly #finished = deferred<RecordedFile>();
  /** Resolves when the file is complete, or will never be. Never rejects. */
  readonly finished = this.#finished.promise;
  #work: Promise<unknown> = Promise.resolve();
  #failed: { readonly error: unknown } | null = null;
  /** In bytes of audio. */
  #end = 0;
  #ended = false;

  private constructor(
    private readonly path: string,
    private readonly store: RecordingStore,
    private readonly writtenBack: (buffer: ArrayBuffer) => void,
  ) {}

  /** @throws Error when the file cannot be created */
  static async create(
    path: string,
    writtenBack: (buffer: ArrayBuffer) => void,
    create: CreateRecording = createFile,
  ): Promise<RecordingFile> {
    const store = await create(path);
    try {
      await store.write(NEW_FILE, 0);
    } catch (error) {
      await store.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
    return new RecordingFile(path, store, writtenBack);
  }

  /** Returns the block's buffer. A failed write leaves zeros. */
  write({ buffer, at, bytes }: RecordedBlock): void {
    this.#then(async () => {
      try {
        await this.store.write(new Uint8Array(buffer, 0, bytes), WAV_HEADER_BYTES + at);
        this.#end = Math.max(this.#end, at + bytes);
      } catch (error) {
        this.#failed ??= { error };
      } finally {
        this.writtenBack(buffer);
      }
    });
  }

  /** `samples` long, of which `lostMs` were never received; null (the thread died): as long as the written blocks. */
  end(whole: { readonly samples: number; readonly lostMs: number } | null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#then(async () => {
      const bytes = whole ? whole.samples * BYTES_PER_SAMPLE : this.#end;
      try {
        await this.store.truncate(WAV_HEADER_BYTES + bytes);
        await this.store.write(wavHeader(bytes), 0);
      } catch (error) {
        this.#failed ??= { error };
      }
      await this.store.close().catch((error: unknown) => {
        this.#failed ??= { error };
      });
      const recorded = {
        path: this.path,
        lengthMs: msOf(bytes / BYTES_PER_SAMPLE),
        lostMs: whole?.lostMs ?? 0,
      };
      this.#finished.resolve(this.#failed ? { ...recorded, error: this.#failed.error } : recorded);
    });
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
  }
}

/** Records a talk of `ms` whose audio never came. @throws Error when the file cannot be created */
export async function recordSilence(path: string, ms: number): Promise<RecordedFile> {
  const file = await RecordingFile.create(path, () => undefined);
  file.end({ samples: samplesOf(ms), lostMs: ms });
  return file.finished;
}

/** Gives a recording that a crash left its length, and returns it in milliseconds. @throws Error when there is none */
export async function recoverRecording(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    const bytes = wavAudioBytes((await file.stat()).size);
    await file.truncate(WAV_HEADER_BYTES + bytes);
    await file.write(wavHeader(bytes), 0, WAV_HEADER_BYTES, 0);
    return msOf(bytes / BYTES_PER_SAMPLE);
  } finally {
    await file.close();
  }
}

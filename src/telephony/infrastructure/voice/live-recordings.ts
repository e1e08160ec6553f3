import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaLegs, type RecordedFile } from '../../../media';
import type { Recordings } from '../../../platform/storage/recordings';

/** A recording that a dead process left, finished. */
export interface RecoveredRecording {
  /** The reference of its dial. */
  readonly reference: string;
  readonly file: RecordedFile;
}

const SUFFIX = '.wav';

/** Recordings that are written while they talk: a folder for each process, below `recordings/live`. */
export class LiveRecordings {
  readonly #folder: string;
  /** By the reference of the dial. */
  readonly #unstored = new Map<string, RecordedFile>();

  constructor(
    dataDir: string,
    private readonly process: string,
    private readonly recordings: Recordings,
  ) {
    this.#folder = join(dataDir, 'recordings', 'live');
  }

  /** Recordings that could not be stored, and are tried again. */
  get unstored(): number {
    return this.#unstored.size;
  }

  /** Where the recording of a dial is written. @throws when the folder cannot be made */
  async pathOf(reference: string): Promise<string> {
    const folder = join(this.#folder, this.process);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, `${reference}${SUFFIX}`);
  }

  /** Stores a finished recording as its call's. False when it could not be: it is tried again later. Never rejects. */
  async store(reference: string, file: RecordedFile): Promise<boolean> {
    try {
      if (file.lengthMs > 0) await this.recordings.add(callOf(reference), file.path);
      else await rm(file.path, { force: true });
      this.#unstored.delete(reference);
      return true;
    } catch {
      this.#unstored.set(reference, file);
      return false;
    }
  }

  /** Tries again to store what could not be; tells of what now is. */
  async retry(tell: (stored: RecoveredRecording) => Promise<void>): Promise<void> {
    for (const [reference, file] of [...this.#unstored]) {
      if (await this.store(reference, file)) await tell({ reference, file });
    }
  }

  /** Processes that left recordings, this one included. */
  async processes(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }

  /** The recordings that a process left, each finished. A file that is none is removed. */
  async *left(process: string): AsyncGenerator<RecoveredRecording> {
    const folder = join(this.#folder, process);
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const lengthMs = await MediaLegs.recover(path).catch(() => 0);
      if (lengthMs === 0) await rm(path, { force: true });
      else yield { reference: name.slice(0, -SUFFIX.length), file: { path, lengthMs, lostMs: 0 } };
    }
  }

  /** Removes the folder of a process that left nothing more. */
  async forget(process: string): Promise<void> {
    await rm(join(this.#folder, process), { recursive: true, force: true });
  }
}

/** The call of a reference `ID.ATTEMPT`. */
export function callOf(reference: string): string {
  return reference.slice(0, reference.lastIndexOf('.'));
}

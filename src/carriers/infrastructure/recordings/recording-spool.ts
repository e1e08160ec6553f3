import { access, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { MediaLegs, type RecordedFile } from '../../../media';
import { errorText } from '../../../platform/logging';
import type { Recordings } from '../../../platform/storage/recordings';
import { succeeds } from '../../../platform/kernel/async/succeeds';

/** A recording that a dead process left. */
export interface RecoveredRecording {
  readonly reference: string;
  readonly file: RecordedFile;
}

const SUFFIX = '.wav';

/** The waits after the first failures of the store. */
const RETRY_DELAYS_MS = [10_000, 30_000, 60_000];
/** After every later one. */
const LAST_RETRY_DELAY_MS = 300_000;

/** A recording whose call has not confirmed yet that it is stored. */
interface UnacknowledgedRecording {
  readonly file: RecordedFile;
  isStored: boolean;
  /** The store receives it. */
  isStoring: boolean;
  /** How often the store failed. */
  failures: number;
  /** Epoch milliseconds. */
  retryAtMs: number;
}

/**
 * Recordings of running calls: a folder for each process, below `recordings/live`. A file stays until its call knows
 * that it is stored, so that another process can recover it.
 */
export class RecordingSpool {
  readonly #logger = new Logger(RecordingSpool.name);
  readonly #folder: string;
  readonly #unacknowledged = new Map<string, UnacknowledgedRecording>();
  readonly #read = new Set<string>();

  constructor(
    dataDir: string,
    private readonly process: string,
    private readonly recordings: Recordings,
    private readonly nowMs: () => number,
  ) {
    this.#folder = join(dataDir, 'recordings', 'live');
  }

  get unstored(): number {
    return [...this.#unacknowledged.values()].filter(({ isStored }) => !isStored).length;
  }

  /** @throws Error when the folder cannot be made */
  async pathOf(reference: string): Promise<string> {
    const folder = join(this.#folder, this.process);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, `${reference}${SUFFIX}`);
  }

  /** False when it failed, now or before the retry is due, or is still sent: `retry` tries it again. Never rejects. */
  async store(reference: string, file: RecordedFile): Promise<boolean> {
    if (file.error !== undefined)
      this.#logger.warn(`the recording of ${callOf(reference)} has gaps: ${errorText(file.error)}`);
    if (file.lengthMs === 0) return this.#remove(file);
    const known = this.#unacknowledged.get(reference);
    const recording = known ?? { file, isStored: false, isStoring: false, failures: 0, retryAtMs: 0 };
    this.#unacknowledged.set(reference, recording);
    return this.#storeWhenDue(reference, recording);
  }

  /** The file stays until `read` ends. */
  async reading<T>(reference: string, read: () => Promise<T>): Promise<T> {
    this.#read.add(reference);
    try {
      return await read();
    } finally {
      this.#read.delete(reference);
    }
  }

  /** Removes the file. Never rejects. */
  async acknowledge(reference: string, file: RecordedFile): Promise<void> {
    this.#unacknowledged.delete(reference);
    // The next process reports a file that stays.
    await this.#remove(file);
  }

  /** Stores what failed before and is due, and reports what is stored. Rejects as `report` does. */
  async retry(report: (stored: RecoveredRecording) => Promise<void>): Promise<void> {
    for (const [reference, recording] of [...this.#unacknowledged]) {
      if (this.#read.has(reference)) continue;
      const { file } = recording;
      // Another process that recovered it has stored and removed it.
      if (!recording.isStored && !(await isThere(file))) {
        this.#unacknowledged.delete(reference);
        continue;
      }
      if (!(await this.#storeWhenDue(reference, recording))) continue;
      await report({ reference, file });
      await this.acknowledge(reference, file);
    }
  }

  async processes(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }

  /** The finished recordings of a process. Removes invalid files, and leaves out what cannot be read now. */
  async *findLeft(process: string): AsyncGenerator<RecoveredRecording> {
    const folder = join(this.#folder, process);
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const lengthMs = await MediaLegs.recover(path).catch(() => null);
      if (lengthMs === null) continue;
      if (lengthMs === 0) await rm(path, { force: true });
      else yield { reference: name.slice(0, -SUFFIX.length), file: { path, lengthMs, lostMs: 0 } };
    }
  }

  /** Removes the folder of a dead process, unless it has files. Never rejects. */
  async forget(process: string): Promise<void> {
    await rmdir(join(this.#folder, process)).catch(() => undefined);
  }

  async #storeWhenDue(reference: string, recording: UnacknowledgedRecording): Promise<boolean> {
    const isWaiting = recording.isStoring || this.nowMs() < recording.retryAtMs;
    if (recording.isStored || isWaiting) return recording.isStored;
    recording.isStoring = true;
    try {
      await this.recordings.add(callOf(reference), recording.file.path);
      recording.isStored = true;
    } catch (error) {
      const problem = `the recording of ${callOf(reference)} could not be stored`;
      if (recording.failures === 0) this.#logger.warn(`${problem}, it is tried again: ${errorText(error)}`);
      const delayMs = RETRY_DELAYS_MS[recording.failures] ?? LAST_RETRY_DELAY_MS;
      recording.failures++;
      recording.retryAtMs = this.nowMs() + delayMs;
    } finally {
      recording.isStoring = false;
    }
    return recording.isStored;
  }

  async #remove({ path }: RecordedFile): Promise<boolean> {
    return succeeds(rm(path, { force: true }));
  }
}

function isThere({ path }: RecordedFile): Promise<boolean> {
  return succeeds(access(path));
}

export function callOf(reference: string): string {
  return reference.slice(0, reference.lastIndexOf('.'));
}

import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaLegs, type RecordedFile } from '../../../media';
import type { Recordings } from '../../../platform/storage/recordings';

/** Of a dead process. */
export interface RecoveredRecording {
  readonly reference: string;
  readonly file: RecordedFile;
}

const SUFFIX = '.wav';

/** From one failure of the store to the next attempt; the last delay repeats. */
const RETRY_DELAYS_MS = [10_000, 30_000, 60_000, 300_000];

interface StoreFailures {
  readonly count: number;
  /** Epoch milliseconds. */
  readonly retryAtMs: number;
}

/** Its call does not know yet that it is stored. */
interface UnacknowledgedRecording {
  readonly file: RecordedFile;
  isStored: boolean;
}

/**
 * Recordings of running calls: a folder for each process, below `recordings/live`. A file stays until its call knows
 * that it is stored, so that another process can recover it.
 */
export class RecordingSpool {
  readonly #folder: string;
  readonly #unacknowledged = new Map<string, UnacknowledgedRecording>();
  readonly #read = new Set<string>();
  /** By reference. */
  readonly #failures = new Map<string, StoreFailures>();

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

  /** False when it failed, now or before the retry is due: `retry` tries it again. Never rejects. */
  async store(reference: string, file: RecordedFile): Promise<boolean> {
    if (file.lengthMs === 0) return this.#remove(file);
    const recording: UnacknowledgedRecording = { file, isStored: false };
    this.#unacknowledged.set(reference, recording);
    recording.isStored = await this.#storeFile(reference, file);
    return recording.isStored;
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
        this.#failures.delete(reference);
        continue;
      }
      recording.isStored ||= await this.#storeFile(reference, file);
      if (!recording.isStored) continue;
      await report({ reference, file });
      await this.acknowledge(reference, file);
    }
  }

  async processes(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }

  /** The finished recordings of a process. Removes invalid files. */
  async *left(process: string): AsyncGenerator<RecoveredRecording> {
    const folder = join(this.#folder, process);
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const lengthMs = await MediaLegs.recover(path).catch(() => 0);
      if (lengthMs === 0) await rm(path, { force: true });
      else yield { reference: name.slice(0, -SUFFIX.length), file: { path, lengthMs, lostMs: 0 } };
    }
  }

  async forget(process: string): Promise<void> {
    await rm(join(this.#folder, process), { recursive: true, force: true });
  }

  async #storeFile(reference: string, { path }: RecordedFile): Promise<boolean> {
    const failures = this.#failures.get(reference);
    if (failures && this.nowMs() < failures.retryAtMs) return false;
    try {
      await this.recordings.add(callOf(reference), path);
      this.#failures.delete(reference);
      return true;
    } catch {
      const count = (failures?.count ?? 0) + 1;
      const delayMs = RETRY_DELAYS_MS[Math.min(count, RETRY_DELAYS_MS.length) - 1] ?? 0;
      this.#failures.set(reference, { count, retryAtMs: this.nowMs() + delayMs });
      return false;
    }
  }

  async #remove({ path }: RecordedFile): Promise<boolean> {
    return rm(path, { force: true }).then(
      () => true,
      () => false,
    );
  }
}

function isThere({ path }: RecordedFile): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export function callOf(reference: string): string {
  return reference.slice(0, reference.lastIndexOf('.'));
}

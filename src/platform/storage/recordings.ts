import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { Config } from '../config';
import { CONFIG } from '../config.token';
import { type ByteRange, RecordingStore } from './recording-store';

/** No recording takes so long to make: what is older was left by a process that was killed. */
const ABANDONED_MS = 3_600_000;

/** What a context offers: the recordings of its own ids. */
export interface RecordingSource {
  /** Writes the recording of `id` to a new file at `path`. False when there is nothing to record. */
  make(id: string, path: string): Promise<boolean>;
  /** Whether there is something to record still; false once it was forgotten. */
  has(id: string): Promise<boolean>;
}

/**
 * All recordings of the service, whoever's they are. One is made when it is first asked for, once however many ask, and
 * kept in the store.
 */
@Injectable()
export class Recordings implements OnApplicationBootstrap {
  readonly #sources = new Map<string, RecordingSource>();
  readonly #making = new Map<string, Promise<number | null>>();
  readonly #folder: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly store: RecordingStore,
  ) {
    this.#folder = join(config.dataDir, 'recordings', 'unfinished');
  }

  async onApplicationBootstrap(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const path = join(this.#folder, name);
      const made = await stat(path).catch(() => null);
      // Files carry the time of this machine's own clock.
      if (made && Date.now() - made.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    }
  }

  /** From now on `source` makes the recordings of ids that begin with `prefix`, such as `call_`. */
  offer(prefix: string, source: RecordingSource): void {
    this.#sources.set(prefix, source);
  }

  /** The size of a recording in bytes; null when there is none. */
  async size(id: string): Promise<number | null> {
    const running = this.#making.get(id);
    if (running) return running;
    const size = this.#sizeOrMake(id).finally(() => this.#making.delete(id));
    this.#making.set(id, size);
    return size;
  }

  read(id: string, range: ByteRange): Promise<Readable> {
    return this.store.read(nameOf(id), range);
  }

  /** Removes recordings for good; whoever offers them makes them no more. */
  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.store.remove(nameOf(id));
  }

  /** Those of the ids of which a recording is kept now. */
  async kept(ids: readonly string[]): Promise<string[]> {
    const kept: string[] = [];
    for (const id of ids) if ((await this.store.size(nameOf(id))) !== null) kept.push(id);
    return kept;
  }

  async #sizeOrMake(id: string): Promise<number | null> {
    const size = await this.store.size(nameOf(id));
    if (size !== null) return size;
    const source = this.#sources.get(id.slice(0, id.indexOf('_') + 1));
    if (!source) return null;
    const made = await this.#make(id, source);
    // What was forgotten while it was made is not kept.
    if (made === null || (await source.has(id))) return made;
    await this.store.remove(nameOf(id));
    return null;
  }

  async #make(id: string, source: RecordingSource): Promise<number | null> {
    const path = join(this.#folder, `${id}.${randomBytes(6).toString('hex')}`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      if (!(await source.make(id, path))) return null;
      await this.store.keep(nameOf(id), path);
    } finally {
      await rm(path, { force: true });
    }
    // Of two processes that made it the first was kept, and that one is served.
    return this.store.size(nameOf(id));
  }
}

function nameOf(id: string): string {
  return `${id}.wav`;
}

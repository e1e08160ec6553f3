import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Config } from '../config/config';
import { type ByteRange, RecordingStore } from './recording-store';
import { HOUR_MS } from '../kernel/time/durations';

/** Longer than making any recording: an older draft belongs to a killed process. */
const ABANDONED_AFTER_MS = HOUR_MS;

export interface RecordingSource {
  make(id: string, path: string): Promise<boolean>;
  has(id: string): Promise<boolean>;
}

/** Synthesizes each recording on first request, once for concurrent requests, and stores it. */
@Injectable()
export class Recordings implements OnApplicationBootstrap {
  readonly #sources = new Map<string, RecordingSource>();
  readonly #making = new Map<string, Promise<number | null>>();
  readonly #folder: string;

  constructor(
    config: Config,
    private readonly store: RecordingStore,
  ) {
    this.#folder = join(config.dataDir, 'recordings', 'unfinished');
  }

  async onApplicationBootstrap(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const path = join(this.#folder, name);
      const made = await stat(path).catch(() => null);
      // File times are in this machine's own clock.
      if (made && Date.now() - made.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
  }

  register(prefix: string, source: RecordingSource): void {
    this.#sources.set(prefix, source);
  }

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

  /** The file at `path` stays. @throws Error when the recording cannot be stored */
  async add(id: string, path: string): Promise<void> {
    await this.store.add(nameOf(id), path);
  }

  /** The file at `path` stays. @throws Error when the recording cannot be stored */
  async replace(id: string, path: string): Promise<void> {
    await this.store.replace(nameOf(id), path);
  }

  /** The file is removed after `use`. @throws Error when the recording is not stored, or cannot be read */
  async withFile<T>(id: string, use: (path: string) => Promise<T>): Promise<T> {
    const size = await this.store.size(nameOf(id));
    if (size === null || size === 0) throw new Error('the recording is not stored');
    return this.drafting(id, async (path) => {
      const stored = await this.store.read(nameOf(id), { start: 0, end: size - 1 });
      await pipeline(stored, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return use(path);
    });
  }

  /** `use` gets a path for a draft, which is removed afterwards. */
  async drafting<T>(id: string, use: (path: string) => Promise<T>): Promise<T> {
    const path = join(this.#folder, `${id}.${randomBytes(6).toString('hex')}`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Their sources must no longer offer them. */
  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.store.remove(nameOf(id));
  }

  async storedIds(ids: readonly string[]): Promise<string[]> {
    const stored: string[] = [];
    for (const id of ids) if ((await this.store.size(nameOf(id))) !== null) stored.push(id);
    return stored;
  }

  async #sizeOrMake(id: string): Promise<number | null> {
    const size = await this.store.size(nameOf(id));
    if (size !== null) return size;
    const source = this.#sources.get(id.slice(0, id.indexOf('_') + 1));
    if (!source) return null;
    const made = await this.#make(id, source);
    // A recording that was removed during its making is not stored.
    if (made === null || (await source.has(id))) return made;
    await this.store.remove(nameOf(id));
    return null;
  }

  async #make(id: string, source: RecordingSource): Promise<number | null> {
    const isMade = await this.drafting(id, async (path) => {
      if (!(await source.make(id, path))) return false;
      await this.store.add(nameOf(id), path);
      return true;
    });
    // When two processes made the recording, the first one's is served.
    return isMade ? this.store.size(nameOf(id)) : null;
  }
}

function nameOf(id: string): string {
  return `${id}.wav`;
}

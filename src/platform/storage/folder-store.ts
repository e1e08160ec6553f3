import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, RecordingStore } from './recording-store';

/** Stores recordings as files, readable only by their owner. */
export class FolderStore extends RecordingStore {
  constructor(private readonly folder: string) {
    super();
  }

  override async size(name: string): Promise<number | null> {
    try {
      return (await stat(this.#path(name))).size;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  override async add(name: string, path: string): Promise<void> {
    const target = this.#path(name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      // A link is atomic, and never replaces another file.
      await link(path, target);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }

  override async replace(name: string, path: string): Promise<void> {
    const target = this.#path(name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const linked = `${target}.${randomBytes(6).toString('hex')}`;
    await link(path, linked);
    await rename(linked, target);
  }

  override async read(name: string, { start, end }: ByteRange): Promise<Readable> {
    const file = await open(this.#path(name));
    return file.createReadStream({ start, end });
  }

  override async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  #path(name: string): string {
    return join(this.folder, name);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhraseStore } from '../domain/phrase-store';
import { HOUR_MS } from '../../platform/kernel/time/durations';

/** The limit of all files together. */
const MAX_BYTES = 1_073_741_824;
/** A full folder is emptied to this share, so that not every new file deletes one. */
const CLEANUP_SHARE = 0.9;
/** Other processes write, too: after this many own files the folder is counted again. */
const COUNT_EVERY = 100;
const SUFFIX = '.pcm';
const UNFINISHED = '.part';
/** Older drafts belong to dead processes: no write lasts longer. */
const ABANDONED_MS = HOUR_MS;
const DIGEST_BYTES = 32;
const BYTES_A_SAMPLE = 2;

/**
 * Stores phrases as files: a digest of the rest and of the key, then the samples. A file is named by the key's
 * digest, so it reveals no text. It appears whole or not at all; a damaged one counts as missing. The least recently
 * used is deleted first. Processes may share the folder.
 */
export class PhraseFolder implements PhraseStore {
  /** null: not counted yet. */
  #bytes: number | null = null;
  #written = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly maxBytes = MAX_BYTES,
  ) {}

  async read(key: string): Promise<Int16Array | null> {
    const path = this.#pathOf(key);
    try {
      const file = await readFile(path);
      const audio = file.subarray(DIGEST_BYTES);
      if (!file.subarray(0, DIGEST_BYTES).equals(digestOf(key, audio))) return null;
      const now = new Date();
      await utimes(path, now, now);
      // Samples need an even address in memory, unlike a file's bytes.
      return new Int16Array(Uint8Array.from(audio).buffer);
    } catch {
      return null;
    }
  }

  write(key: string, audio: Int16Array): Promise<void> {
    // Writes run one after another, as they share the count.
    this.#last = this.#last
      .then(() => this.#write(key, Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength)))
      .catch(() => undefined);
    return this.#last;
  }

  async #write(key: string, audio: Buffer): Promise<void> {
    const size = DIGEST_BYTES + audio.length;
    if (size > this.maxBytes) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.#makeRoom(size);
    const path = this.#pathOf(key);
    const unfinished = `${path}.${process.pid}${UNFINISHED}`;
    try {
      await writeFile(unfinished, Buffer.concat([digestOf(key, audio), audio]), { mode: 0o600 });
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    this.#bytes = (this.#bytes ?? 0) + size;
    this.#written += 1;
  }

  async #makeRoom(size: number): Promise<void> {
    if (this.#bytes !== null && this.#bytes + size <= this.maxBytes && this.#written % COUNT_EVERY !== 0)
      return;
    const files = (await this.#files()).sort((a, b) => a.usedMs - b.usedMs);
    let bytes = files.reduce((sum, file) => sum + file.size, 0);
    if (bytes + size > this.maxBytes) {
      for (const file of files) {
        if (bytes + size <= CLEANUP_SHARE * this.maxBytes) break;
        await rm(file.path, { force: true });
        bytes -= file.size;
      }
    }
    this.#bytes = bytes;
  }

  async #files(): Promise<{ path: string; size: number; usedMs: number }[]> {
    const files = [];
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      // Another process may have removed it.
      const found = await stat(path).catch(() => null);
      if (!found?.isFile()) continue;
      if (name.endsWith(SUFFIX)) files.push({ path, size: found.size, usedMs: found.mtimeMs });
      else if (name.endsWith(UNFINISHED) && Date.now() - found.mtimeMs > ABANDONED_MS)
        await rm(path, { force: true });
    }
    return files;
  }

  #pathOf(key: string): string {
    return join(this.folder, `${createHash('sha256').update(key).digest('hex')}${SUFFIX}`);
  }
}

function digestOf(key: string, audio: Uint8Array): Buffer {
  // The length separates the end of a key from the audio.
  const length = Buffer.alloc(4);
  length.writeUInt32LE(audio.length / BYTES_A_SAMPLE);
  return createHash('sha256').update(length).update(audio).update(key).digest();
}

import type { FileHandle } from 'node:fs/promises';
import type { AudioSource } from './audio-source';
import { wavBlocks, wavLayout, type WavLayout } from './wav-file';

const BLOCK_BYTES = 65_536;

/** A WAV file with 16 bit PCM; null: it is none. @throws InvalidAudio for one with other audio */
export async function wavSource(file: FileHandle): Promise<AudioSource | null> {
  const layout = await wavLayout(file);
  return layout && { rate: layout.rate, pieces: pieces(file, layout) };
}

async function* pieces(file: FileHandle, layout: WavLayout) {
  const { channels } = layout;
  for await (const block of wavBlocks(file, layout, BLOCK_BYTES)) {
    const length = block.length / (2 * channels);
    const channel = (which: number) =>
      Float32Array.from({ length }, (_, n) => block.readInt16LE(2 * (n * channels + which)) / 32_768);
    const left = channel(0);
    yield [left, channels === 1 ? left : channel(1)] as const;
  }
}

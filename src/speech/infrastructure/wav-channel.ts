import { open } from 'node:fs/promises';
import { PIECE_FRAME_SAMPLES } from '../domain/speech-pieces';
import { AUDIO_RATE } from '../domain/tts-engine';
import { wavBlocks, wavLayout } from './recorded/wav-file';

/** Read at once: a second of stereo. */
const BLOCK_BYTES = 32_000;

/**
 * One channel of a WAV file (16 bit PCM, 8 kHz), in frames of 20 ms; the last one is filled up with silence. Reads a
 * second at a time.
 * @param channel from 0, the left one @throws Error with the required format
 */
export async function* wavChannel(path: string, channel: number, fromMs: number): AsyncGenerator<Int16Array> {
  const file = await open(path, 'r');
  try {
    const layout = await wavLayout(file);
    if (!layout) throw new Error('this is no WAV file');
    const sampleBytes = 2 * layout.channels;
    if (layout.rate !== AUDIO_RATE) throw new Error('the WAV file is not of 8 kHz');
    if (channel >= layout.channels) throw new Error(`the WAV file has ${layout.channels} channels`);
    const from = layout.from + Math.floor((fromMs * AUDIO_RATE) / 1_000) * sampleBytes;
    let frame = new Int16Array(PIECE_FRAME_SAMPLES);
    let filled = 0;
    for await (const block of wavBlocks(file, { ...layout, from }, BLOCK_BYTES)) {
      for (let at = 2 * channel; at < block.length; at += sampleBytes) {
        frame[filled++] = block.readInt16LE(at);
        if (filled < PIECE_FRAME_SAMPLES) continue;
        yield frame;
        frame = new Int16Array(PIECE_FRAME_SAMPLES);
        filled = 0;
      }
    }
    if (filled > 0) yield frame;
  } finally {
    await file.close();
  }
}

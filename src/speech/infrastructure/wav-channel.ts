import { open, type FileHandle } from 'node:fs/promises';
import { PIECE_FRAME_SAMPLES } from '../domain/speech-pieces';
import { AUDIO_RATE } from '../domain/tts-engine';

/** Read at once: a second of stereo. */
const BLOCK_BYTES = 32_000;
/** Chunks before the audio, each at most skipped. */
const MAX_CHUNKS = 32;

interface WavLayout {
  readonly channels: number;
  /** Offsets of the first sample and of the end of the audio, in bytes of the file. */
  readonly from: number;
  readonly to: number;
}

/**
 * One channel of a WAV file (16 bit PCM, 8 kHz), in frames of 20 ms; the last one is filled up with silence. Reads a
 * second at a time.
 * @param channel from 0, the left one @throws Error with the required format
 */
export async function* wavChannel(path: string, channel: number, fromMs: number): AsyncGenerator<Int16Array> {
  const file = await open(path, 'r');
  try {
    const { channels, from, to } = await layoutOf(file);
    if (channel >= channels) throw new Error(`the WAV file has ${channels} channels`);
    const bytes = 2 * channels;
    const block = Buffer.alloc(BLOCK_BYTES - (BLOCK_BYTES % bytes));
    let frame = new Int16Array(PIECE_FRAME_SAMPLES);
    let filled = 0;
    for (let at = from + Math.floor((fromMs * AUDIO_RATE) / 1_000) * bytes; at < to;) {
      const { bytesRead } = await file.read(block, 0, Math.min(block.length, to - at), at);
      const samples = Math.floor(bytesRead / bytes);
      if (samples === 0) break;
      at += samples * bytes;
      for (let sample = 0; sample < samples; sample++) {
        frame[filled++] = block.readInt16LE(sample * bytes + 2 * channel);
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

/** A file that was never finished has no true lengths: its audio ends with it. */
async function layoutOf(file: FileHandle): Promise<WavLayout> {
  const { size } = await file.stat();
  const head = Buffer.alloc(24);
  const read = async (at: number, length: number) => {
    const { bytesRead } = await file.read(head, 0, length, at);
    return bytesRead === length;
  };
  if (
    !(await read(0, 12)) ||
    head.toString('latin1', 0, 4) !== 'RIFF' ||
    head.toString('latin1', 8, 12) !== 'WAVE'
  )
    throw new Error('this is no WAV file');
  let channels = 0;
  for (let at = 12, chunk = 0; chunk < MAX_CHUNKS && (await read(at, 8)); chunk++) {
    const name = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    const from = at + 8;
    if (name === 'fmt ' && (await read(from, 16))) {
      if (head.readUInt16LE(0) !== 1 || head.readUInt16LE(14) !== 16 || head.readUInt32LE(4) !== AUDIO_RATE)
        throw new Error('the WAV file is not 16-bit PCM of 8 kHz');
      channels = head.readUInt16LE(2);
    }
    if (name === 'data' && channels > 0) return { channels, from, to: Math.min(from + length, size) };
    at = from + length + (length % 2);
  }
  throw new Error('the WAV file holds no audio');
}

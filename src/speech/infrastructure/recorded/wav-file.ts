import type { FileHandle } from 'node:fs/promises';
import { InvalidAudio } from './audio-source';

const PCM = 1;
/** Announced by its own chunk; its first two bytes of detail are the true format. */
const EXTENSIBLE = 0xfffe;
/** Chunks before the audio, each at most skipped. */
const MAX_CHUNKS = 32;
const MAX_CHANNELS = 8;
const MAX_RATE = 192_000;

interface Format {
  readonly channels: number;
  readonly rate: number;
}

export interface WavLayout extends Format {
  /** Offsets of the first sample and of the end of the audio, in bytes of the file. */
  readonly from: number;
  readonly to: number;
}

/** A WAV file with 16 bit PCM; null: it is none. @throws InvalidAudio for one with other audio */
export async function wavLayout(file: FileHandle): Promise<WavLayout | null> {
  const head = Buffer.alloc(26);
  const read = async (at: number, length: number) =>
    (await file.read(head, 0, length, at)).bytesRead === length;
  const names = (at: number) => head.toString('latin1', at, at + 4);
  if (!(await read(0, 12)) || names(0) !== 'RIFF' || names(8) !== 'WAVE') return null;
  const { size } = await file.stat();
  let format: Format | null = null;
  for (let at = 12, chunk = 0; chunk < MAX_CHUNKS && (await read(at, 8)); chunk++) {
    const name = names(0);
    const length = head.readUInt32LE(4);
    const from = at + 8;
    if (name === 'fmt ' && (await read(from, length >= 26 ? 26 : 16))) format = formatOf(head, length);
    // An unfinished file, or one made as a stream, has no true length: its audio ends with it.
    if (name === 'data' && format) return { ...format, from, to: Math.min(from + length, size) };
    at = from + length + (length % 2);
  }
  throw new InvalidAudio('the WAV file holds no audio');
}

/** Whole samples of all channels, at most `maxBytes` at a time. A block is valid until the next one is read. */
export async function* wavBlocks(file: FileHandle, { channels, from, to }: WavLayout, maxBytes: number) {
  const sampleBytes = 2 * channels;
  const block = Buffer.alloc(maxBytes - (maxBytes % sampleBytes));
  for (let at = from; at < to;) {
    const { bytesRead } = await file.read(block, 0, Math.min(block.length, to - at), at);
    const bytes = bytesRead - (bytesRead % sampleBytes);
    if (bytes === 0) return;
    at += bytes;
    yield block.subarray(0, bytes);
  }
}

function formatOf(head: Buffer, length: number): Format {
  const tag = head.readUInt16LE(0);
  const codec = tag === EXTENSIBLE && length >= 26 ? head.readUInt16LE(24) : tag;
  const [channels, rate] = [head.readUInt16LE(2), head.readUInt32LE(4)];
  if (codec !== PCM || head.readUInt16LE(14) !== 16) throw new InvalidAudio('the WAV file is not 16-bit PCM');
  if (channels < 1 || channels > MAX_CHANNELS || rate < 1_000 || rate > MAX_RATE)
    throw new InvalidAudio('the WAV file has no usual channels or rate');
  return { channels, rate };
}

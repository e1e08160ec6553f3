import type { FileHandle } from 'node:fs/promises';
import { type AudioSource, InvalidAudio } from './audio-source';
import { firstFrame } from './mp3-frame';

/** A small piece bounds the silence that it may mean: a frame of 24 bytes is 72 ms. */
const PIECE_BYTES = 4_096;
/** Where the first frame must be, behind the tag. */
const SEARCHED_BYTES = 16_384;
const TAG_BYTES = 10;

/** null: it is no MP3. @throws InvalidAudio without the decoder, an optional package */
export async function mp3Source(file: FileHandle): Promise<AudioSource | null> {
  const from = await behindTag(file);
  const start = Buffer.alloc(SEARCHED_BYTES);
  const { bytesRead } = await file.read(start, 0, start.length, from);
  const frame = firstFrame(start.subarray(0, bytesRead));
  if (!frame) return null;
  return { rate: frame.rate, pieces: pieces(file, from + frame.at, frame.rate) };
}

/** Players write a title before the audio, of any length. */
async function behindTag(file: FileHandle): Promise<number> {
  const head = Buffer.alloc(TAG_BYTES);
  const { bytesRead } = await file.read(head, 0, TAG_BYTES, 0);
  if (bytesRead < TAG_BYTES || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const length = head.subarray(6).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  return TAG_BYTES + length;
}

async function* pieces(file: FileHandle, from: number, rate: number) {
  const { MPEGDecoder } = await import('mpg123-decoder').catch(() => {
    throw new InvalidAudio('MP3 needs the optional package mpg123-decoder, which is not installed');
  });
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const bytes = Buffer.alloc(PIECE_BYTES);
  for (let at = from; ;) {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes.subarray(0, bytesRead));
    const [left, right = left] = channelData;
    if (samplesDecoded === 0 || !left || !right) continue;
    if (sampleRate !== rate) throw new InvalidAudio('the MP3 file changes its rate');
    yield [left, right] as const;
  }
}

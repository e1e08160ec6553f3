import { type FileHandle, open } from 'node:fs/promises';
import { AUDIO_RATE } from '../../domain/tts-engine';
import { wavHeader } from '../pcm';
import { BadAudio } from './audio-source';
import { mp3Source } from './mp3-source';
import { RateChanger } from './rate-changer';
import { wavSource } from './wav-source';

const CHANNELS = 2;
const FRAME_BYTES = 2 * CHANNELS;
const HEADER_BYTES = 44;

/** What is to be made of a file. */
export interface ConversionOrder {
  /** MP3, or WAV with 16 bit PCM, of any rate. */
  readonly from: string;
  /** A new file. */
  readonly to: string;
  /** A longer one is refused. */
  readonly mostMs: number;
}

/**
 * Makes a recording of the service of an audio file: stereo WAV, 16 bit, 8 kHz; mono is on both channels. It holds some
 * kilobytes at a time, however long the file is.
 * @returns its length in milliseconds
 * @throws BadAudio
 */
export async function toRecording({ from, to, mostMs }: ConversionOrder): Promise<number> {
  const source = await open(from, 'r');
  try {
    const file = await open(to, 'wx', 0o600);
    try {
      return await convert(source, file, Math.floor((mostMs * AUDIO_RATE) / 1_000));
    } finally {
      await file.close();
    }
  } finally {
    await source.close();
  }
}

async function convert(from: FileHandle, to: FileHandle, most: number): Promise<number> {
  const audio = (await wavSource(from)) ?? (await mp3Source(from));
  if (!audio) throw new BadAudio('it is neither MP3 nor WAV');
  const [left, right] = [new RateChanger(audio.rate, AUDIO_RATE), new RateChanger(audio.rate, AUDIO_RATE)];
  let samples = 0;
  const write = async (both: readonly [Float32Array, Float32Array]) => {
    const bytes = interleaved(both);
    if (samples + bytes.length / FRAME_BYTES > most) throw new BadAudio('it is longer than the call');
    await to.write(bytes, 0, bytes.length, HEADER_BYTES + samples * FRAME_BYTES);
    samples += bytes.length / FRAME_BYTES;
  };
  for await (const piece of audio.pieces) await write([left.take(piece[0]), right.take(piece[1])]);
  await write([left.end(), right.end()]);
  if (samples === 0) throw new BadAudio('it holds no audio');
  const header = wavHeader(CHANNELS, samples * FRAME_BYTES);
  await to.write(header, 0, header.length, 0);
  return Math.round((samples * 1_000) / AUDIO_RATE);
}

function interleaved([left, right]: readonly [Float32Array, Float32Array]): Buffer {
  const bytes = Buffer.alloc(left.length * FRAME_BYTES);
  for (let at = 0; at < left.length; at++) {
    bytes.writeInt16LE(level(left[at]), at * FRAME_BYTES);
    bytes.writeInt16LE(level(right[at]), at * FRAME_BYTES + 2);
  }
  return bytes;
}

function level(sample = 0): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)));
}

import { constants, copyFile, type FileHandle, open } from 'node:fs/promises';
import { AUDIO_RATE } from '../../domain/tts-engine';
import { wavHeader } from '../pcm';
import { type AudioPiece, InvalidAudio } from './audio-source';
import { mp3Source } from './mp3-source';
import { RateChanger } from './rate-changer';
import { wavSource } from './wav-source';

const CHANNELS = 2;
const FRAME_BYTES = 2 * CHANNELS;
const HEADER_BYTES = 44;

export interface ConversionOrder {
  /** MP3, or WAV with 16 bit PCM, of any rate. */
  readonly from: string;
  readonly to: string;
  /** A longer one is refused. */
  readonly maxMs: number;
  /** The recording that the file is a part of; null: it is a recording of its own. */
  readonly within: PartOf | null;
}

/** Position of a part. Its channels are swapped: the carrier has the contact left, the service right. */
interface PartOf {
  /** A recording of the service. Its audio before and after the part stays. */
  readonly path: string;
  /** Where the part begins, in milliseconds. */
  readonly fromMs: number;
  /** End of the talk: a shorter recording is extended to it, and audio of a part beyond both is dropped. */
  readonly untilMs: number;
}

/**
 * Converts an audio file to stereo WAV, 16 bit, 8 kHz; mono is on both channels. Memory does not grow with the file.
 * @returns its length in milliseconds @throws InvalidAudio
 */
export async function toRecording({ from, to, maxMs: mostMs, within }: ConversionOrder): Promise<number> {
  const source = await open(from, 'r');
  try {
    const most = samplesOf(mostMs);
    return await (within ? putPart(source, to, most, within) : convert(source, to, most));
  } finally {
    await source.close();
  }
}

async function convert(source: FileHandle, path: string, most: number): Promise<number> {
  const to = await open(path, 'wx', 0o600);
  try {
    let samples = 0;
    for await (const both of piecesOf(source, most)) {
      const bytes = interleave(both);
      await to.write(bytes, 0, bytes.length, HEADER_BYTES + samples * FRAME_BYTES);
      samples += both[0].length;
    }
    const header = wavHeader(CHANNELS, samples * FRAME_BYTES);
    await to.write(header, 0, header.length, 0);
    return msOf(samples);
  } finally {
    await to.close();
  }
}

async function putPart(source: FileHandle, path: string, most: number, within: PartOf): Promise<number> {
  await copyFile(within.path, path, constants.COPYFILE_EXCL);
  const to = await open(path, 'r+');
  try {
    const { size } = await to.stat();
    const end = Math.max(size, HEADER_BYTES + samplesOf(within.untilMs) * FRAME_BYTES);
    let at = HEADER_BYTES + samplesOf(within.fromMs) * FRAME_BYTES;
    for await (const [contact, person] of piecesOf(source, most)) {
      const bytes = interleave([person, contact]);
      const length = Math.min(bytes.length, end - at);
      if (length > 0) await to.write(bytes, 0, length, at);
      at += bytes.length;
    }
    await to.truncate(end);
    const header = wavHeader(CHANNELS, end - HEADER_BYTES);
    await to.write(header, 0, header.length, 0);
    return msOf((end - HEADER_BYTES) / FRAME_BYTES);
  } finally {
    await to.close();
  }
}

/** The audio of a file at the service's rate, in pieces. @throws InvalidAudio for none, and for more samples than `most` */
async function* piecesOf(source: FileHandle, most: number): AsyncGenerator<AudioPiece> {
  const audio = (await wavSource(source)) ?? (await mp3Source(source));
  if (!audio) throw new InvalidAudio('it is neither MP3 nor WAV');
  const [left, right] = [new RateChanger(audio.rate, AUDIO_RATE), new RateChanger(audio.rate, AUDIO_RATE)];
  let samples = 0;
  const counted = (piece: AudioPiece): AudioPiece => {
    samples += piece[0].length;
    if (samples > most) throw new InvalidAudio('it is longer than the call');
    return piece;
  };
  for await (const piece of audio.pieces) yield counted([left.convert(piece[0]), right.convert(piece[1])]);
  yield counted([left.end(), right.end()]);
  if (samples === 0) throw new InvalidAudio('it holds no audio');
}

function samplesOf(ms: number): number {
  return Math.floor((ms * AUDIO_RATE) / 1_000);
}

function msOf(samples: number): number {
  return Math.round((samples * 1_000) / AUDIO_RATE);
}

function interleave([left, right]: AudioPiece): Buffer {
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

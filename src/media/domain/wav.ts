import { SAMPLE_RATE } from './frame';

export const WAV_HEADER_BYTES = 44;
const CHANNELS = 2;
export const BYTES_PER_SAMPLE = 2 * CHANNELS;
const PCM = 1;

/** Stereo, 16 bit, 8 kHz. A file under way has the header of 0 bytes; its length determines the rest. */
export function wavHeader(audioBytes: number): Uint8Array {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  writeName(header, 0, 'RIFF');
  view.setUint32(4, audioBytes + WAV_HEADER_BYTES - 8, true);
  writeName(header, 8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, CHANNELS, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, 16, true);
  writeName(header, 36, 'data');
  view.setUint32(40, audioBytes, true);
  return header;
}

export function wavAudioBytes(fileBytes: number): number {
  const bytes = Math.max(0, fileBytes - WAV_HEADER_BYTES);
  return bytes - (bytes % BYTES_PER_SAMPLE);
}

export interface WavAudio {
  readonly rate: number;
  readonly channels: readonly Int16Array[];
}

/** 16-bit PCM of any rate. @throws Error with the required format when it is none */
export function readWav(bytes: Uint8Array): WavAudio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (readName(bytes, 0) !== 'RIFF' || readName(bytes, 8) !== 'WAVE') throw new Error('this is no WAV file');
  let [count, rate] = [0, 0];
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = readName(bytes, at);
    const from = at + 8;
    // An unfinished or streamed file has no true length.
    const length = Math.min(view.getUint32(at + 4, true), bytes.length - from);
    if (name === 'fmt ' && length >= 16) {
      if (view.getUint16(from, true) !== PCM || view.getUint16(from + 14, true) !== 16) {
        throw new Error('the WAV file is not 16-bit PCM');
      }
      count = view.getUint16(from + 2, true);
      rate = view.getUint32(from + 4, true);
    }
    if (name === 'data') {
      if (count < 1 || count > 8 || rate < 1) break;
      return { rate, channels: channelsOf(view, from, length, count) };
    }
    at = from + length + (length % 2);
  }
  throw new Error('the WAV file holds no audio');
}

function channelsOf(view: DataView, from: number, length: number, count: number): Int16Array[] {
  return Array.from({ length: count }, (_, channel) =>
    Int16Array.from({ length: Math.floor(length / (2 * count)) }, (__, at) =>
      view.getInt16(from + 2 * (at * count + channel), true),
    ),
  );
}

function writeName(bytes: Uint8Array, at: number, name: string): void {
  for (let index = 0; index < name.length; index++) bytes[at + index] = name.charCodeAt(index);
}

function readName(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

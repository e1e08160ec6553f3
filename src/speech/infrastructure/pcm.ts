import { AUDIO_RATE } from '../domain/tts-engine';

const HEADER_BYTES = 44;

/** Audio of 8 kHz as a WAV file (mono, 16 bits). */
export function wavOf(pieces: readonly Int16Array[]): Buffer {
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const wav = Buffer.alloc(HEADER_BYTES + bytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(AUDIO_RATE, 24);
  wav.writeUInt32LE(2 * AUDIO_RATE, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(bytes, 40);
  let at = HEADER_BYTES;
  for (const piece of pieces) {
    wav.set(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength), at);
    at += piece.byteLength;
  }
  return wav;
}

/** Samples of 16 bits, little-endian, from bytes that come in pieces of any length. */
export async function* samplesFrom(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Int16Array> {
  let odd: number | null = null;
  for await (const piece of bytes) {
    const whole: Uint8Array = odd === null ? piece : Buffer.concat([Uint8Array.of(odd), piece]);
    const count = whole.length >> 1;
    odd = whole.length % 2 === 1 ? (whole.at(-1) ?? null) : null;
    const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
    if (count > 0) yield Int16Array.from({ length: count }, (_, at) => view.getInt16(2 * at, true));
  }
}

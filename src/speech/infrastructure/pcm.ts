import { AUDIO_RATE } from '../domain/tts-engine';

/** Less audio contains no word: 100 ms. */
export const MIN_WORD_SAMPLES = AUDIO_RATE / 10;
const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** The header of a WAV file of 16 bits and 8 kHz, before `audioBytes` bytes. */
export function wavHeader(channels: number, audioBytes: number): Buffer {
  const frameBytes = channels * BYTES_PER_SAMPLE;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + audioBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(AUDIO_RATE, 24);
  header.writeUInt32LE(AUDIO_RATE * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(audioBytes, 40);
  return header;
}

/** 8 kHz, mono, 16 bits. */
export function wavOf(pieces: readonly Int16Array[]): Buffer {
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const wav = Buffer.alloc(HEADER_BYTES + bytes);
  wav.set(wavHeader(1, bytes));
  let at = HEADER_BYTES;
  for (const piece of pieces) {
    wav.set(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength), at);
    at += piece.byteLength;
  }
  return wav;
}

/**
 * The samples of a WAV file with the shortest header, as espeak-ng writes it (mono, 16 bits); null: another header.
 * Lengths in the header are ignored: a stream does not know them.
 */
export function audioOf(wav: Uint8Array): { readonly samples: Int16Array; readonly rate: number } | null {
  if (wav.length <= HEADER_BYTES) return null;
  const rate = new DataView(wav.buffer, wav.byteOffset, wav.length).getUint32(24, true);
  return { samples: samplesOf(wav.subarray(HEADER_BYTES)), rate };
}

/** A copy: bytes may lie at an odd place. A last half sample is left out. */
function samplesOf(bytes: Uint8Array): Int16Array {
  return new Int16Array(new Uint8Array(bytes.subarray(0, bytes.length & ~1)).buffer);
}

/** The bytes of samples, little-endian as this machine's are. */
export function bytesOf({ buffer, byteOffset, byteLength }: Int16Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Samples of 16 bits, little-endian, from bytes that come in pieces of any length. */
export async function* samplesFrom(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Int16Array> {
  let odd: number | null = null;
  for await (const piece of bytes) {
    const whole: Uint8Array = odd === null ? piece : Buffer.concat([Uint8Array.of(odd), piece]);
    odd = whole.length % 2 === 1 ? (whole.at(-1) ?? null) : null;
    if (whole.length > 1) yield samplesOf(whole);
  }
}

const MAX_HEADER_BYTES = 4_096;
/** 100 ms. */
const PIECE_SAMPLES = AUDIO_RATE / 10;

/** Samples from raw PCM, or from a WAV file whose header is removed: some engines send one unrequested. */
export async function* pcmFrom(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Int16Array> {
  yield* samplesFrom(withoutHeader(bytes));
}

export function* audioPieces(audio: Int16Array): Generator<Int16Array> {
  for (let from = 0; from < audio.length; from += PIECE_SAMPLES)
    yield audio.subarray(from, from + PIECE_SAMPLES);
}

async function* withoutHeader(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const piece of bytes) {
    if (!head) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    const from = audioFrom(head);
    if (from === null) continue;
    yield head.subarray(from);
    head = null;
  }
  if (head && !isHeader(head)) yield head;
}

/** null while unknown. */
function audioFrom(head: Buffer): number | null {
  if (head.length < 4) return null;
  if (!isHeader(head)) return 0;
  const data = head.subarray(0, MAX_HEADER_BYTES).indexOf('data', 12, 'latin1');
  if (data < 0) return head.length < MAX_HEADER_BYTES ? null : 0;
  return data + 8 > head.length ? null : data + 8;
}

function isHeader(head: Buffer): boolean {
  return head.subarray(0, 4).equals(RIFF);
}

const RIFF = Buffer.from('RIFF', 'latin1');

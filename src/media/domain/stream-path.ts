import { type AudioPath, noDrops, type PathStatistics } from './audio-path';
import { FRAME_MS, FRAME_SAMPLES, msOf } from './frame';
import { type G711, g711 } from './g711';
import { type StreamPace, TELEPHONE_PACE } from './stream-pace';

/** 8 kHz: µ-law, or 16 bit with the low byte first. */
export type StreamEncoding = 'mulaw' | 'linear16';

/** A power of two for 2 s: further audio replaces the oldest. */
const CAPACITY = 16_384;
/** 256 ms, more than most streams queue; the queue grows by doubling. */
const FIRST_CAPACITY = 2_048;
/** Peak of a quiet frame (-42 dB). */
const QUIET = 256;
/** After sound; then the other side plays silence without data. */
const SILENT_FRAMES = 10;

/**
 * Transports audio over a reliable, ordered stream. A burst after a stall is played late; silence removes the delay.
 */
export class StreamPath implements AudioPath {
  readonly pressing = false;
  #queue = new Int16Array(FIRST_CAPACITY);
  readonly #chunk: Int16Array;
  #law: G711 | null = null;
  #encoding: StreamEncoding | null = null;
  #from = 0;
  #queued = 0;
  #flows = false;
  #delayedTicks = 0;
  #half: number | null = null;
  #frames = 0;
  #least = CAPACITY;
  #surplus = 0;
  #filled = 0;
  #silentFrames = SILENT_FRAMES;
  #sent = 0;
  #received = 0;
  #late = 0;
  #concealed = 0;
  #lastMs: number | null = null;

  /**
   * @param chunkFrames frames of 20 ms in each piece that is sent
   * @param onSpoken receives and owns the pieces
   */
  constructor(
    chunkFrames: number,
    private readonly onSpoken: (bytes: Uint8Array<ArrayBuffer>) => void,
    private readonly pace: StreamPace = TELEPHONE_PACE,
  ) {
    this.#chunk = new Int16Array(chunkFrames * FRAME_SAMPLES);
  }

  begin(encoding: StreamEncoding): void {
    this.#encoding = encoding;
    this.#law = encoding === 'mulaw' ? g711('PCMU') : null;
  }

  receiveBytes(bytes: Uint8Array, nowMs: number): void {
    if (this.#encoding === null) return;
    this.#lastMs = nowMs;
    this.#received += 1;
    if (this.#law) for (const byte of bytes) this.#put(this.#law.linear[byte] ?? 0);
    else this.#decodeLinear(bytes);
  }

  receive(frame: Int16Array): void {
    if (!this.#mayFlow()) {
      frame.fill(0);
      return;
    }
    const there = Math.min(FRAME_SAMPLES, this.#queued);
    for (let at = 0; at < frame.length; at++) {
      frame[at] = at < there ? this.#sampleAt(at) : 0;
    }
    this.#drop(there);
    if (there < FRAME_SAMPLES) {
      this.#concealed += 1;
      this.pace.onUnderrun();
      this.#rest();
    } else this.#look(frame);
  }

  send(frame: Int16Array): void {
    if (this.#encoding === null) return;
    this.#silentFrames = frame.every((sample) => sample === 0) ? this.#silentFrames + 1 : 0;
    this.#chunk.set(frame, this.#filled);
    this.#filled += FRAME_SAMPLES;
    if (this.#filled < this.#chunk.length) return;
    this.#filled = 0;
    if (this.#silentFrames >= SILENT_FRAMES + this.#chunk.length / FRAME_SAMPLES) return;
    this.#sent += 1;
    this.onSpoken(this.#encode());
  }

  skip(frames: number): void {
    this.#drop(Math.min(this.#queued, frames * FRAME_SAMPLES));
  }

  /** A stream has no events: keys are tones. */
  press(): boolean {
    return false;
  }

  keyDown(): boolean {
    return false;
  }

  release(): void {
    // `keyDown` is never true.
  }

  onAnswered(): void {
    this.#drop(this.#queued);
    this.#rest();
  }

  statistics(nowMs: number): PathStatistics {
    return {
      codec: this.#encoding === null ? null : this.#law ? 'PCMU' : 'L16',
      sent: this.#sent,
      received: this.#received,
      lost: 0,
      late: this.#late,
      concealedMs: this.#concealed * FRAME_MS,
      jitterMs: 0,
      lostThere: null,
      roundTripMs: null,
      silentMs: this.#lastMs === null ? null : Math.max(0, Math.round(nowMs - this.#lastMs)),
      dropped: noDrops(),
      waitingMs: msOf(this.#queued),
    };
  }

  /** A piece may begin anywhere in its buffer, and end in the middle of a sample. */
  #decodeLinear(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#half === null) this.#half = byte;
      else {
        this.#put(((byte << 24) >> 16) | this.#half);
        this.#half = null;
      }
    }
  }

  #put(sample: number): void {
    if (this.#queued === CAPACITY) {
      this.#late += 1;
      this.#drop(1);
    } else if (this.#queued === this.#queue.length) this.#grow();
    this.#queue[(this.#from + this.#queued) & (this.#queue.length - 1)] = sample;
    this.#queued += 1;
  }

  #sampleAt(place: number): number {
    return this.#queue[(this.#from + place) & (this.#queue.length - 1)] ?? 0;
  }

  /** Doubles a full queue. */
  #grow(): void {
    const larger = new Int16Array(2 * this.#queue.length);
    larger.set(this.#queue.subarray(this.#from));
    larger.set(this.#queue.subarray(0, this.#from), this.#queue.length - this.#from);
    this.#queue = larger;
    this.#from = 0;
  }

  #drop(samples: number): void {
    this.#from = (this.#from + samples) & (this.#queue.length - 1);
    this.#queued -= samples;
  }

  #mayFlow(): boolean {
    if (this.#flows) return true;
    if (this.#queued === 0 || !this.pace.mayBegin(this.#queued, ++this.#delayedTicks)) return false;
    this.#flows = true;
    return true;
  }

  #rest(): void {
    this.#flows = false;
    this.#delayedTicks = 0;
    this.#surplus = 0;
  }

  #look(frame: Int16Array): void {
    this.#least = Math.min(this.#least, this.#queued);
    this.#frames += 1;
    if (this.#frames === this.pace.lookFrames) {
      this.#surplus = this.pace.surplus(this.#least);
      this.#frames = 0;
      this.#least = CAPACITY;
    }
    if (this.#surplus === 0 || frame.some((sample) => sample > QUIET || sample < -QUIET)) return;
    const dropped = Math.min(this.#surplus, FRAME_SAMPLES, this.#queued);
    this.#drop(dropped);
    this.#surplus -= dropped;
  }

  #encode(): Uint8Array<ArrayBuffer> {
    const samples = this.#chunk;
    if (this.#law) {
      const bytes = new Uint8Array(samples.length);
      this.#law.encode(samples, 0, samples.length, bytes, 0);
      return bytes;
    }
    const bytes = new Uint8Array(2 * samples.length);
    for (const [at, sample] of samples.entries()) {
      bytes[2 * at] = sample & 0xff;
      bytes[2 * at + 1] = (sample >> 8) & 0xff;
    }
    return bytes;
  }
}

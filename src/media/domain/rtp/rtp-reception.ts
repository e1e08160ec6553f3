import { SAMPLES_PER_MS } from '../frame';
import { sequenceDistance } from './rtp-packet';

/** RFC 3550, 6.4.1. */
export interface ReceptionReport {
  readonly fractionLost: number;
  readonly cumulativeLost: number;
  /** With the wrap-arounds in the upper 16 bits. */
  readonly highestSequence: number;
  readonly jitter: number;
}

/** Recent packets that are tracked, so that none counts twice. */
const WINDOW = 128;
/** RFC 3550, A.1: after a larger jump the sender has restarted, unless the packet is alone. */
const MAX_DROPOUT = 3_000;
const MAX_MISORDER = 100;

/** Counts one stream of RTP packets by RFC 3550, appendix A, without duplicates. */
export class RtpReception {
  readonly #seen = new Int32Array(WINDOW).fill(-1);
  #base = -1;
  #highest = 0;
  #earlierExpected = 0;
  #received = 0;
  #transit = 0;
  #jitter = 0;
  #reportedExpected = 0;
  #reportedReceived = 0;
  /** The number after a jump: the packet that has it shows that the sender restarted. */
  #restartAt = -1;

  record(sequence: number, timestamp: number, nowMs: number): boolean {
    const distance = sequenceDistance(sequence, this.#highest & 0xffff);
    if (this.#base < 0) this.#begin(sequence);
    else if (distance > MAX_DROPOUT || distance < -MAX_MISORDER) {
      if (sequence !== this.#restartAt) {
        this.#restartAt = (sequence + 1) & 0xffff;
        return true;
      }
      this.#restart(sequence);
    } else {
      const extended = this.#highest + distance;
      if (this.#seen[extended & (WINDOW - 1)] === extended) return false;
      this.#seen[extended & (WINDOW - 1)] = extended;
      if (extended < this.#base) this.#base = extended;
      if (distance > 0) this.#highest = extended;
    }
    this.#received += 1;
    this.#measure(timestamp, nowMs);
    return true;
  }

  get received(): number {
    return this.#received;
  }

  get expected(): number {
    return this.#base < 0 ? 0 : this.#earlierExpected + this.#highest - this.#base + 1;
  }

  get lost(): number {
    return Math.max(0, this.expected - this.#received);
  }

  get jitterMs(): number {
    return this.#jitter / SAMPLES_PER_MS;
  }

  /** Each report begins a new interval for the fraction. */
  report(): ReceptionReport {
    const expected = this.expected - this.#reportedExpected;
    const received = this.#received - this.#reportedReceived;
    this.#reportedExpected = this.expected;
    this.#reportedReceived = this.#received;
    const lost = Math.max(0, expected - received);
    return {
      fractionLost: expected > 0 ? Math.min(255, Math.floor((lost * 256) / expected)) : 0,
      cumulativeLost: Math.min(this.lost, 0x7f_ffff),
      // Offset by a cycle, so that a packet before the first one is not negative.
      highestSequence: (this.#highest - 0x1_0000) >>> 0,
      jitter: Math.floor(this.#jitter),
    };
  }

  /** The packet before is the first one of the new beginning. */
  #restart(sequence: number): void {
    this.#earlierExpected = this.expected;
    this.#begin((sequence - 1) & 0xffff);
    this.#highest += 1;
    this.#seen[this.#highest & (WINDOW - 1)] = this.#highest;
    this.#received += 1;
  }

  #begin(sequence: number): void {
    this.#base = sequence + 0x1_0000;
    this.#highest = this.#base;
    this.#seen.fill(-1);
    this.#seen[this.#base & (WINDOW - 1)] = this.#base;
    this.#transit = NaN;
  }

  /** RFC 3550, A.8. */
  #measure(timestamp: number, nowMs: number): void {
    const transit = ((Math.round(nowMs * SAMPLES_PER_MS) | 0) - timestamp) | 0;
    const difference = Math.abs((transit - this.#transit) | 0);
    if (!Number.isNaN(this.#transit)) this.#jitter += (difference - this.#jitter) / 16;
    this.#transit = transit;
  }
}

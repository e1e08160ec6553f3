import { FRAME_SAMPLES, SAMPLE_RATE, samplesOf } from '../frame';
import { timestampDistance } from './rtp-packet';

/** A power of two for the longest delay and the longest packet. */
const CAPACITY = 4_096;
const MASK = CAPACITY - 1;
const FIRST_DELAY = samplesOf(40);
const MAX_DELAY = samplesOf(120);
/** The spec's maximum is 60 ms. */
export const MAX_PACKET_SAMPLES = samplesOf(120);
/** A larger jump of the timestamp is an error or, twice in a row, a restarted sender. */
const JUMP = SAMPLE_RATE;
/** After this time with late packets alone the path or the sender's clock has changed: the next one begins anew. */
const MAX_LATE_FRAMES = 15;
const ADAPT_INTERVAL_FRAMES = 100;
/** When all packets wait longer, the delay shrinks by STEP. */
const LONG_WAIT = samplesOf(45);
const STEP = samplesOf(10);
/** Peak of a quiet stretch (-42 dB). */
const QUIET = 256;
/** Gain of the repeated last frame where audio is missing, frame by frame; then silence. */
const FADE = [0.8, 0.4, 0.15];

export interface JitterCounts {
  readonly late: number;
  readonly concealed: number;
}

/**
 * Buffers received audio by its RTP timestamps. The delay adapts between 20 and 120 ms; time is removed or added only
 * in silence, which also removes the drift between two clocks.
 */
export class JitterBuffer {
  readonly #samples = new Int16Array(CAPACITY);
  readonly #present = new Uint8Array(CAPACITY);
  readonly #last = new Int16Array(FRAME_SAMPLES);
  #running = false;
  #next = 0;
  #end = 0;
  #resting = true;
  #missedFrames = 0;
  /** Samples by which packets came too late: the delay must grow by them. */
  #owed = 0;
  #surplus = 0;
  #suspect: number | null = null;
  /** Since the first late packet after one in time; null: the last one was in time. */
  #lateFrames: number | null = null;
  #pulls = 0;
  #shortestWait = Infinity;
  #longestWait = 0;
  #late = 0;
  #concealed = 0;
  #waited = 0;
  #packets = 0;

  /** The next packet begins a new stream. */
  reset(): void {
    this.#running = false;
    this.#suspect = this.#lateFrames = null;
    this.#present.fill(0);
    this.#owed = this.#surplus = this.#end = 0;
    this.#resting = true;
  }

  put(timestamp: number, bytes: Uint8Array, from: number, length: number, linear: Int16Array): void {
    if (length <= 0 || length > MAX_PACKET_SAMPLES) return;
    if (!this.#running) this.#anchor(timestamp);
    let wait = timestampDistance(timestamp, this.#next);
    if (Math.abs(wait) > JUMP) {
      const again = this.#suspect !== null && Math.abs(timestampDistance(timestamp, this.#suspect)) <= JUMP;
      this.#suspect = timestamp;
      if (!again) return;
      wait = this.#beginAt(timestamp);
    }
    this.#suspect = null;
    if (wait + length > 0) this.#lateFrames = null;
    else if ((this.#lateFrames ??= 0) >= MAX_LATE_FRAMES) wait = this.#beginAt(timestamp);
    this.#shortestWait = Math.min(this.#shortestWait, wait);
    this.#longestWait = Math.max(this.#longestWait, wait);
    this.#owed = Math.max(this.#owed, Math.min(MAX_DELAY, -wait));
    if (wait + length <= 0) {
      this.#late += 1;
      return;
    }
    const most = MAX_DELAY + Math.max(length, FRAME_SAMPLES);
    if (wait + length > most) {
      this.#late += 1;
      this.#drop(wait + length - most);
      wait = most - length;
    }
    for (let at = Math.max(0, -wait); at < length; at++) {
      const place = (this.#next + wait + at) & MASK;
      this.#samples[place] = linear[bytes[from + at] ?? 0] ?? 0;
      this.#present[place] = 1;
    }
    this.#end = Math.max(this.#end, wait + length);
    this.#resting = false;
    this.#waited += Math.max(0, wait);
    this.#packets += 1;
  }

  /** The sender announced a pause (comfort noise, DTMF): missing audio is silence now. */
  rest(): void {
    this.#resting = true;
  }

  pull(frame: Int16Array): number {
    if (!this.#running) {
      frame.fill(0);
      return 0;
    }
    this.#adapt();
    if (this.#lateFrames !== null) this.#lateFrames += 1;
    if (this.#addsDelay()) {
      this.#conceal(frame, 0, FRAME_SAMPLES);
      return 0;
    }
    let missing = 0;
    for (let at = 0; at < frame.length; at++) {
      const place = (this.#next + at) & MASK;
      if (this.#present[place] === 0) {
        this.#conceal(frame, at, at + 1);
        missing += 1;
      } else {
        frame[at] = this.#samples[place] ?? 0;
        this.#present[place] = 0;
      }
    }
    this.#advance(FRAME_SAMPLES);
    if (missing > 0 && !this.#resting && this.#missedFrames < FADE.length) this.#concealed += 1;
    if (missing === FRAME_SAMPLES) this.#missedFrames += 1;
    else {
      this.#missedFrames = 0;
      this.#last.set(frame);
    }
    if (this.#surplus > 0 && this.#isQuiet(frame)) {
      this.#drop(this.#surplus);
      this.#surplus = 0;
    }
    return FRAME_SAMPLES - missing;
  }

  /** Skips samples that a late pacer will never play. */
  skip(samples: number): void {
    if (this.#running) this.#drop(samples);
  }

  get counts(): JitterCounts {
    return { late: this.#late, concealed: this.#concealed };
  }

  /** The mean samples that received audio waited before it was played; 0 without any. */
  get meanWait(): number {
    return this.#packets === 0 ? 0 : this.#waited / this.#packets;
  }

  get depth(): number {
    return Math.max(0, this.#end);
  }

  /** @returns how long the packet waits, in samples */
  #beginAt(timestamp: number): number {
    this.reset();
    this.#anchor(timestamp);
    return FIRST_DELAY;
  }

  #anchor(timestamp: number): void {
    this.#running = true;
    this.#next = (timestamp - FIRST_DELAY) >>> 0;
    this.#end = 0;
    this.#missedFrames = FADE.length;
    this.#forgetWaits();
  }

  #advance(samples: number): void {
    this.#next = (this.#next + samples) >>> 0;
    this.#end = Math.max(this.#end - samples, -JUMP);
  }

  #drop(samples: number): void {
    for (let at = 0; at < Math.min(samples, CAPACITY); at++) this.#present[(this.#next + at) & MASK] = 0;
    this.#advance(samples);
  }

  #addsDelay(): boolean {
    if (this.#owed <= 0 || this.#present[this.#next & MASK] === 1) return false;
    this.#owed -= FRAME_SAMPLES;
    if (this.#longestWait + FRAME_SAMPLES > MAX_DELAY) return false;
    this.#longestWait += FRAME_SAMPLES;
    this.#missedFrames += 1;
    return true;
  }

  #adapt(): void {
    this.#pulls += 1;
    if (this.#pulls < ADAPT_INTERVAL_FRAMES) return;
    if (this.#shortestWait !== Infinity && this.#shortestWait > LONG_WAIT) this.#surplus = STEP;
    else this.#surplus = 0;
    this.#forgetWaits();
  }

  #forgetWaits(): void {
    this.#pulls = 0;
    this.#shortestWait = Infinity;
    this.#longestWait = 0;
  }

  #isQuiet(frame: Int16Array): boolean {
    for (let at = FRAME_SAMPLES - STEP; at < FRAME_SAMPLES; at++) {
      if (Math.abs(frame[at] ?? 0) > QUIET) return false;
    }
    for (let at = 0; at < STEP; at++) {
      const place = (this.#next + at) & MASK;
      if (this.#present[place] === 1 && Math.abs(this.#samples[place] ?? 0) > QUIET) return false;
    }
    return true;
  }

  #conceal(frame: Int16Array, from: number, to: number): void {
    const gain = this.#resting ? 0 : (FADE[this.#missedFrames] ?? 0);
    for (let at = from; at < to; at++) frame[at] = (this.#last[at] ?? 0) * gain;
  }
}

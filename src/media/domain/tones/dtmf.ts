import { FRAME_SAMPLES, samplesOf } from '../frame';
import { at16, at8, put16, timestampDistance } from '../rtp/rtp-packet';

/** In the order of their codes (RFC 4733, table 3). */
const KEYS = '0123456789*#ABCD';
export const EVENT_BYTES = 4;
/** The length of a key press, and of the shortest pause after it. */
export const PRESS_MS = 100;
const PAUSE_MS = 80;
const MAX_DURATION = 0xffff;
/** -10 dBm0. */
const VOLUME = 10;
/** RFC 4733, 2.5.1.4: the end is sent three times. */
const END_PACKETS = 3;
const MAX_WAITING = 128;
/** A key press whose end was lost ends after this time without a packet. */
const SILENCE_MS = 200;
/** Stored to distinguish late packets from new presses. */
const MAX_REMEMBERED_EVENTS = 8;

export function keysIn(text: string): string {
  return text.toUpperCase().replace(/[^0-9*#A-D]/g, '');
}

export interface EventPacket {
  marker: boolean;
  timestamp: number;
}

/** Sends keys as RFC 4733 events: a packet every 20 ms with the duration so far, and the end three times. */
export class DtmfSender {
  readonly #waiting: number[] = [];
  #code = -1;
  #timestamp = 0;
  #duration = 0;
  #target = 0;
  #ends = 0;
  #pause = 0;
  readonly #packet: EventPacket = { marker: false, timestamp: 0 };

  /** In order. @returns the number of keys that fit into the queue */
  press(keys: string): number {
    const codes = Array.from(keys, (key) => KEYS.indexOf(key)).filter((code) => code >= 0);
    const accepted = codes.slice(0, MAX_WAITING - this.#waiting.length);
    this.#waiting.push(...accepted);
    return accepted.length;
  }

  keyDown(key: string): void {
    if (this.press(key) === 1 && this.#waiting.length === 1 && this.#code < 0) this.#target = Infinity;
  }

  release(): void {
    if (this.#target === Infinity) this.#target = Math.max(this.#duration, samplesOf(40));
  }

  get busy(): boolean {
    return this.#code >= 0 || this.#waiting.length > 0;
  }

  /** Writes the next event payload, once per frame. Null between two keys. */
  next(timestamp: number, bytes: Uint8Array, to: number): EventPacket | null {
    if (this.#code < 0 && !this.#begin(timestamp)) return null;
    this.#packet.marker = this.#duration === 0;
    this.#packet.timestamp = this.#timestamp;
    if (this.#ends === 0) {
      this.#duration += FRAME_SAMPLES;
      // An event ends at 8 s, the longest duration.
      if (this.#duration >= this.#target || this.#duration + FRAME_SAMPLES > MAX_DURATION)
        this.#ends = END_PACKETS;
    }
    bytes[to] = this.#code;
    bytes[to + 1] = (this.#ends > 0 ? 0x80 : 0) | VOLUME;
    put16(bytes, to + 2, this.#duration);
    if (this.#ends > 0 && --this.#ends === 0) {
      this.#code = -1;
      this.#target = 0;
      this.#pause = samplesOf(PAUSE_MS);
    }
    return this.#packet;
  }

  #begin(timestamp: number): boolean {
    if (this.#pause > 0) {
      this.#pause -= FRAME_SAMPLES;
      return false;
    }
    const code = this.#waiting.shift();
    if (code === undefined) return false;
    this.#code = code;
    this.#timestamp = timestamp;
    this.#duration = 0;
    if (this.#target === 0) this.#target = samplesOf(PRESS_MS);
    return true;
  }
}

export type KeyMove = { readonly key: string; readonly move: 'down' } | { readonly move: 'up' } | null;

/** Receives RFC 4733 events and reports each press once, although packets are lost, duplicated or late. */
export class DtmfReceiver {
  readonly #starts: number[] = [];
  #pressed = -1;
  #duration = 0;
  #last = 0;

  receive(timestamp: number, bytes: Uint8Array, from: number, length: number, nowMs: number): KeyMove {
    const code = at8(bytes, from);
    const key = KEYS[code];
    if (length < EVENT_BYTES || key === undefined) return null;
    const end = (at8(bytes, from + 1) & 0x80) !== 0;
    const duration = at16(bytes, from + 2);
    const start = this.#starts.at(-1);
    const fresh = start === undefined || timestampDistance(timestamp, start) > 0;
    if (fresh && this.#pressed === code && start !== undefined && this.#continues(timestamp, start)) {
      // RFC 4733, 2.5.1.3: a press longer than the field continues in a new segment.
      this.#remember(timestamp);
    } else if (fresh || this.#isAnotherStream(timestamp)) {
      this.#remember(timestamp);
      this.#pressed = code;
      this.#duration = duration;
      this.#last = end ? -Infinity : nowMs;
      return { key, move: 'down' };
    }
    if (timestamp !== this.#starts.at(-1) || this.#pressed < 0) return null;
    this.#last = nowMs;
    this.#duration = Math.max(this.#duration, duration);
    return end ? this.#up() : null;
  }

  /** Called once a frame: ends a press whose end was lost, came alone, or belonged to the stream before. */
  expire(nowMs: number): KeyMove {
    return this.#pressed >= 0 && nowMs - this.#last > SILENCE_MS ? this.#up() : null;
  }

  reset(): void {
    this.#starts.length = 0;
    this.#last = -Infinity;
  }

  #up(): KeyMove {
    this.#pressed = -1;
    return { move: 'up' };
  }

  #continues(timestamp: number, start: number): boolean {
    return (
      timestampDistance(timestamp, start) === MAX_DURATION && this.#duration >= MAX_DURATION - samplesOf(60)
    );
  }

  /** Far behind all stored presses: not late, but a restarted sender. */
  #isAnotherStream(timestamp: number): boolean {
    return this.#starts.every((start) => timestampDistance(start, timestamp) > samplesOf(10_000));
  }

  #remember(timestamp: number): void {
    this.#starts.push(timestamp);
    if (this.#starts.length > MAX_REMEMBERED_EVENTS) this.#starts.shift();
  }
}

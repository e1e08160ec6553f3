import { ReplayWindow } from './replay-window';
import { at16, at32, at8, put32, RTP_HEADER_BYTES } from './rtp-packet';
import {
  isSameTag,
  MAX_SRTP_BYTES,
  RTCP_TAG_BYTES,
  RTP_TAG_BYTES,
  SessionKeys,
  type SrtpKey,
  type SrtpPrimitives,
} from './srtp-keys';
import { RecentMap } from '../../../platform/kernel/collections/recent-map';

/** Room that a packet needs behind its last octet. */
export const MAX_TAG_BYTES = 10;
/** Streams of one sender; the one that was silent longest is forgotten. */
const MAX_STREAMS = 16;
const RTCP_HEADER_BYTES = 8;
const ENCRYPTED = 0x8000_0000;
const INDEX_BYTES = 4;

/** Why a packet is dropped; else its length without what SRTP adds. */
export type Unprotected = number | 'authentication' | 'double';

interface Stream {
  /** Sequence number of the latest packet, and how often the sequence wrapped until it. */
  highest: number;
  rollOver: number;
  readonly window: ReplayWindow;
}

interface RtcpStream {
  readonly window: ReplayWindow;
}

/** Encrypts the one stream that we send (RFC 3711). The key stays for the call: no index is used twice with it. */
export class SrtpSender {
  readonly #rtp: SessionKeys;
  readonly #rtcp: SessionKeys;
  #rollOver = 0;
  #sequence = -1;
  #rtcpIndex = 0;

  constructor(
    primitives: SrtpPrimitives,
    private current: SrtpKey,
  ) {
    const master = masterOf(current);
    this.#rtp = new SessionKeys(primitives, master, 'rtp');
    this.#rtcp = new SessionKeys(primitives, master, 'rtcp');
  }

  /** False: another key, which another sender uses. */
  continueWith(next: SrtpKey): boolean {
    if (next.key !== this.current.key) return false;
    this.current = next;
    return true;
  }

  /** In place; `bytes` has room for the tag. Sequence numbers ascend. @returns the length with the tag */
  protectRtp(bytes: Uint8Array, length: number): number {
    const sequence = at16(bytes, 2);
    if (sequence < this.#sequence) this.#rollOver = (this.#rollOver + 1) >>> 0;
    this.#sequence = sequence;
    this.#rtp.crypt(bytes, RTP_HEADER_BYTES, length, at32(bytes, 8), this.#rollOver, sequence);
    const tag = this.#rtp.tag(bytes, length, this.#rollOver);
    const tagBytes = RTP_TAG_BYTES[this.current.suite];
    for (let at = 0; at < tagBytes; at++) bytes[length + at] = at8(tag, at);
    return length + tagBytes;
  }

  protectRtcp(plain: Uint8Array): Uint8Array {
    const signed = plain.length + INDEX_BYTES;
    const bytes = new Uint8Array(signed + RTCP_TAG_BYTES);
    bytes.set(plain);
    const index = (this.#rtcpIndex = (this.#rtcpIndex + 1) & 0x7fff_ffff);
    this.#rtcp.crypt(bytes, RTCP_HEADER_BYTES, plain.length, at32(bytes, 4), index >>> 16, index & 0xffff);
    put32(bytes, plain.length, (ENCRYPTED | index) >>> 0);
    bytes.set(this.#rtcp.tag(bytes, signed, null).subarray(0, RTCP_TAG_BYTES), signed);
    return bytes;
  }
}

/** Authenticates and decrypts what the far side sends with one key, in place. */
export class SrtpReceiver {
  readonly #rtp: SessionKeys;
  readonly #rtcp: SessionKeys;
  readonly #tagBytes: number;
  readonly #streams = new RecentMap<number, Stream>(MAX_STREAMS);
  readonly #rtcpStreams = new RecentMap<number, RtcpStream>(MAX_STREAMS);
  readonly #previous: ReadonlyMap<number, Stream> | null;

  /** @param previous had the streams before this key */
  constructor(
    primitives: SrtpPrimitives,
    private readonly key: SrtpKey,
    previous: SrtpReceiver | null = null,
  ) {
    this.#previous = previous && previous.#streams;
    const master = masterOf(key);
    this.#rtp = new SessionKeys(primitives, master, 'rtp');
    this.#rtcp = new SessionKeys(primitives, master, 'rtcp');
    this.#tagBytes = RTP_TAG_BYTES[key.suite];
  }

  isFor({ key, suite }: SrtpKey): boolean {
    return key === this.key.key && suite === this.key.suite;
  }

  get hasReceived(): boolean {
    return this.#streams.size > 0;
  }

  unprotectRtp(bytes: Uint8Array): Unprotected {
    const length = bytes.length - this.#tagBytes;
    const from = headerBytes(bytes);
    if (from > length || bytes.length > MAX_SRTP_BYTES) return 'authentication';
    const ssrc = at32(bytes, 8);
    const sequence = at16(bytes, 2);
    const rollOver = this.#rollOversOf(ssrc, sequence).find(
      (each) => each >= 0 && isSameTag(this.#rtp.tag(bytes, length, each), bytes, length, this.#tagBytes),
    );
    if (rollOver === undefined) return 'authentication';
    const stream = this.#streams.get(ssrc) ?? { highest: sequence, rollOver, window: new ReplayWindow() };
    const index = rollOver * 0x1_0000 + sequence;
    if (!stream.window.isNew(index)) return 'double';
    stream.window.record(index);
    if (index > stream.rollOver * 0x1_0000 + stream.highest) {
      stream.rollOver = rollOver;
      stream.highest = sequence;
    }
    this.#streams.set(ssrc, stream);
    this.#rtp.crypt(bytes, from, length, ssrc, rollOver, sequence);
    return length;
  }

  /** A new key continues the counter of a stream (RFC 3711, 3.3.1); many phones restart it. */
  #rollOversOf(ssrc: number, sequence: number): readonly number[] {
    const known = this.#streams.get(ssrc);
    if (known) return [rollOverOf(known, sequence)];
    const before = this.#previous?.get(ssrc);
    return before ? [rollOverOf(before, sequence), 0] : [0];
  }

  unprotectRtcp(bytes: Uint8Array): Unprotected {
    const signed = bytes.length - RTCP_TAG_BYTES;
    const length = signed - INDEX_BYTES;
    if (length < RTCP_HEADER_BYTES || bytes.length > MAX_SRTP_BYTES) return 'authentication';
    if (!isSameTag(this.#rtcp.tag(bytes, signed, null), bytes, signed, RTCP_TAG_BYTES))
      return 'authentication';
    const ssrc = at32(bytes, 4);
    const flagged = at32(bytes, length);
    const index = flagged & 0x7fff_ffff;
    const stream = this.#rtcpStreams.get(ssrc) ?? { window: new ReplayWindow() };
    if (!stream.window.isNew(index)) return 'double';
    stream.window.record(index);
    this.#rtcpStreams.set(ssrc, stream);
    if (flagged >= ENCRYPTED)
      this.#rtcp.crypt(bytes, RTCP_HEADER_BYTES, length, ssrc, index >>> 16, index & 0xffff);
    return length;
  }
}

/** RFC 3711, 3.3.1. Below zero: from before the first packet. */
function rollOverOf({ highest, rollOver }: Stream, sequence: number): number {
  if (highest < 0x8000) return sequence - highest > 0x8000 ? rollOver - 1 : rollOver;
  return highest - 0x8000 > sequence ? rollOver + 1 : rollOver;
}

/** With contributing sources and extension, which are not encrypted. */
function headerBytes(bytes: Uint8Array): number {
  const first = at8(bytes, 0);
  const from = RTP_HEADER_BYTES + 4 * (first & 0x0f);
  return first & 0x10 ? from + 4 + 4 * at16(bytes, from + 2) : from;
}

function masterOf({ key }: SrtpKey): Buffer {
  return Buffer.from(key, 'base64');
}

/** RFC 3550, 5.1: the fixed header. */
export const RTP_HEADER_BYTES = 12;
const VERSION = 2;

/** One object is reused, so that no packet allocates. */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  /** In the packet's bytes, without contributing sources, extension and padding. */
  payloadFrom: number;
  payloadLength: number;
}

export function emptyPacket(): RtpPacket {
  return {
    payloadType: 0,
    marker: false,
    sequence: 0,
    timestamp: 0,
    ssrc: 0,
    payloadFrom: 0,
    payloadLength: 0,
  };
}

/** Fills `packet`; false, with `packet` filled in part, when the bytes are no RTP packet of version 2. */
export function readRtp(bytes: Uint8Array, packet: RtpPacket): boolean {
  const length = bytes.length;
  const first = at8(bytes, 0);
  if (length < RTP_HEADER_BYTES || first >> 6 !== VERSION) return false;
  const second = at8(bytes, 1);
  let from = RTP_HEADER_BYTES + 4 * (first & 0x0f);
  if (first & 0x10) {
    if (from + 4 > length) return false;
    from += 4 + 4 * at16(bytes, from + 2);
  }
  let to = length;
  if (first & 0x20) {
    const padding = at8(bytes, length - 1);
    if (padding === 0) return false;
    to -= padding;
  }
  if (from > to) return false;
  packet.marker = (second & 0x80) !== 0;
  packet.payloadType = second & 0x7f;
  packet.sequence = at16(bytes, 2);
  packet.timestamp = at32(bytes, 4);
  packet.ssrc = at32(bytes, 8);
  packet.payloadFrom = from;
  packet.payloadLength = to - from;
  return true;
}

/** Without contributing sources, extension and padding. */
export function writeRtpHeader(
  bytes: Uint8Array,
  payloadType: number,
  marker: boolean,
  sequence: number,
  timestamp: number,
  ssrc: number,
): void {
  bytes[0] = VERSION << 6;
  bytes[1] = (marker ? 0x80 : 0) | payloadType;
  put16(bytes, 2, sequence);
  put32(bytes, 4, timestamp);
  put32(bytes, 8, ssrc);
}

/** The distance from `b` to `a` on a circle of 16 bits: -32,768 to 32,767. */
export function sequenceDistance(a: number, b: number): number {
  return ((a - b) << 16) >> 16;
}

/** The distance from `b` to `a` on a circle of 32 bits. */
export function timestampDistance(a: number, b: number): number {
  return (a - b) | 0;
}

export function at8(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

export function at16(bytes: Uint8Array, at: number): number {
  return (at8(bytes, at) << 8) | at8(bytes, at + 1);
}

export function at32(bytes: Uint8Array, at: number): number {
  return ((at16(bytes, at) << 16) | at16(bytes, at + 2)) >>> 0;
}

export function put16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 8;
  bytes[at + 1] = value;
}

export function put32(bytes: Uint8Array, at: number, value: number): void {
  put16(bytes, at, value >>> 16);
  put16(bytes, at + 2, value);
}

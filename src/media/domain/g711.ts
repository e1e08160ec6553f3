/** ITU-T G.711, by the names in SDP. */
export type G711Name = 'PCMA' | 'PCMU';

/** A byte for each linear sample of the law's precision, and back. */
export interface G711 {
  readonly name: G711Name;
  /** Static (RFC 3551). */
  readonly payloadType: number;
  /** `length` samples from `from` into `bytes` at `to`. */
  encode(samples: Int16Array, from: number, length: number, bytes: Uint8Array, to: number): void;
  readonly linear: Int16Array;
}

/** G.711 table 1: the segment grows by one with each doubling; even bits are inverted on the line. */
function alawByte(sample: number): number {
  const positive = sample >= 0;
  // ITU-T G.191: 13 bits, negative values by their ones' complement, so -1 has the magnitude of 0.
  const magnitude = (positive ? sample : ~sample) >> 3;
  const segment = Math.max(0, 27 - Math.clz32(magnitude | 1));
  const mantissa = (magnitude >> Math.max(1, segment)) & 0x0f;
  return ((positive ? 0x80 : 0) | (segment << 4) | mantissa) ^ 0x55;
}

function alawLinear(byte: number): number {
  const code = byte ^ 0x55;
  const segment = (code >> 4) & 7;
  const step = ((code & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return code & 0x80 ? magnitude : -magnitude;
}

const BIAS = 33;
const HIGHEST = 8_191;

/** G.711 table 2: 14 bits; a bias of 33 makes each segment a power of two; all bits are inverted on the line. */
function mulawByte(sample: number): number {
  const positive = sample >= 0;
  const magnitude = Math.min((positive ? sample : ~sample) >> 2, HIGHEST - BIAS) + BIAS;
  const segment = 26 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (segment + 1)) & 0x0f;
  return ~((positive ? 0 : 0x80) | (segment << 4) | mantissa) & 0xff;
}

function mulawLinear(byte: number): number {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 0x0f) << 1) + BIAS) << ((code >> 4) & 7)) - BIAS;
  return (code & 0x80 ? -magnitude : magnitude) << 2;
}

/** Both laws lose the two lowest bits of 16, so a table of 14 bits is exact. */
const LOST_BITS = 2;

function law(
  name: G711Name,
  payloadType: number,
  byteOf: (sample: number) => number,
  linearOf: (byte: number) => number,
): G711 {
  const bytes = Uint8Array.from({ length: 65_536 >> LOST_BITS }, (_, at) =>
    byteOf((at << LOST_BITS) - 32_768),
  );
  return {
    name,
    payloadType,
    linear: Int16Array.from({ length: 256 }, (_, byte) => linearOf(byte)),
    encode(samples, from, length, target, to) {
      for (let at = 0; at < length; at++) {
        target[to + at] = bytes[((samples[from + at] ?? 0) + 32_768) >> LOST_BITS] ?? 0;
      }
    },
  };
}

export const PCMA = law('PCMA', 8, alawByte, alawLinear);
export const PCMU = law('PCMU', 0, mulawByte, mulawLinear);

export function g711(name: G711Name): G711 {
  return name === 'PCMA' ? PCMA : PCMU;
}

export function g711OfPayload(payloadType: number): G711 | undefined {
  if (payloadType === PCMA.payloadType) return PCMA;
  return payloadType === PCMU.payloadType ? PCMU : undefined;
}

interface FirstFrame {
  readonly at: number;
  readonly rate: number;
}

/** kbit/s of layer III by the four bits of a header; 0: free, or none. */
const KILOBITS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const KILOBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0];
/** Sample rates by the version in a header: MPEG 2.5, none, 2, 1. */
const RATES = [[11_025, 12_000, 8_000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]];

/** The first frame of MP3 that a second one follows; null: there is none, so it is something else. */
export function firstFrame(bytes: Uint8Array): FirstFrame | null {
  for (let at = 0; at + 4 <= bytes.length; at++) {
    const frame = frameAt(bytes, at);
    if (!frame) continue;
    const next = at + frame.length;
    // A file may be one frame long.
    if (next === bytes.length || frameAt(bytes, next)?.rate === frame.rate) return { at, rate: frame.rate };
  }
  return null;
}

/** ISO 11172-3, 2.4.1.3: eleven ones, version, layer, bit rate, sampling rate, padding. */
function frameAt(bytes: Uint8Array, at: number): { readonly length: number; readonly rate: number } | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const isLayerIii = (second & 0x06) === 0x02;
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || !isLayerIii) return null;
  const version = (second >> 3) & 0x03;
  const kilobits = (version === 3 ? KILOBITS_1 : KILOBITS_2)[third >> 4] ?? 0;
  const rate = RATES[version]?.[(third >> 2) & 0x03] ?? 0;
  if (kilobits === 0 || rate === 0) return null;
  const padding = (third >> 1) & 0x01;
  return { rate, length: Math.floor(((version === 3 ? 144 : 72) * kilobits * 1_000) / rate) + padding };
}

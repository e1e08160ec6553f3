import fc from 'fast-check';
import { emptyPacket, readRtp, sequenceDistance, timestampDistance, writeRtpHeader } from './rtp-packet';

const packet = emptyPacket();

/** A packet with contributing sources, an extension of `words` words and `padding` bytes of padding. */
function built({ sources = 0, words = -1, padding = 0, payload = [1, 2, 3] } = {}): Uint8Array {
  const bytes = new Uint8Array(12);
  writeRtpHeader(bytes, 101, true, 65_535, 0xffff_fff0, 0x8000_0001);
  bytes[0] = 0x80 | sources | (words >= 0 ? 0x10 : 0) | (padding > 0 ? 0x20 : 0);
  const extension =
    words >= 0 ? [0xbe, 0xde, words >> 8, words & 255, ...new Array<number>(4 * words).fill(7)] : [];
  const end = padding > 0 ? [...new Array<number>(padding - 1).fill(0), padding] : [];
  return Uint8Array.from([
    ...bytes,
    ...new Array<number>(4 * sources).fill(9),
    ...extension,
    ...payload,
    ...end,
  ]);
}

test('reads what was written', () => {
  expect(readRtp(built(), packet)).toBe(true);
  expect(packet).toEqual({
    payloadType: 101,
    marker: true,
    sequence: 65_535,
    timestamp: 0xffff_fff0,
    ssrc: 0x8000_0001,
    payloadFrom: 12,
    payloadLength: 3,
  });
});

test.each([
  { sources: 15 },
  { words: 0 },
  { words: 3 },
  { padding: 1 },
  { padding: 200 },
  { sources: 2, words: 1, padding: 4 },
  { payload: [], padding: 4 },
])('skips sources, extension and padding: %j', (parts) => {
  const bytes = built(parts);
  expect(readRtp(bytes, packet)).toBe(true);
  const { payloadFrom, payloadLength } = packet;
  expect([...bytes.subarray(payloadFrom, payloadFrom + payloadLength)]).toEqual(parts.payload ?? [1, 2, 3]);
});

test.each([
  ['nothing', new Uint8Array()],
  ['a cut header', built().subarray(0, 11)],
  ['version 1', Uint8Array.from(built(), (byte, at) => (at === 0 ? 0x40 : byte))],
  ['missing sources', built({ sources: 15 }).subarray(0, 60)],
  ['a cut extension header', built({ words: 0, payload: [] }).subarray(0, 14)],
  ['an extension beyond the end', built({ words: 3, payload: [] }).subarray(0, 20)],
  ['padding of 0', Uint8Array.from([...built({ padding: 1 }).subarray(0, -1), 0])],
  ['padding beyond the header', Uint8Array.from([...built({ padding: 1 }).subarray(0, -1), 255])],
])('rejects a packet: %s', (_, bytes) => expect(readRtp(bytes, packet)).toBe(false));

test('never throws, and returns a payload inside the packet, for any input', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      if (bytes.length > 0) bytes[0] = 0x80 | bytes[0]!;
      if (!readRtp(bytes, packet)) return;
      expect(packet.payloadFrom).toBeGreaterThanOrEqual(12);
      expect(packet.payloadFrom + packet.payloadLength).toBeLessThanOrEqual(bytes.length);
      expect(packet.payloadLength).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 2_000 },
  ));

test('wraps numbers around', () => {
  expect([sequenceDistance(0, 65_535), sequenceDistance(65_535, 0), sequenceDistance(32_768, 0)]).toEqual([
    1, -1, -32_768,
  ]);
  expect([timestampDistance(0, 0xffff_ffff), timestampDistance(0xffff_ffff, 0)]).toEqual([1, -1]);
});

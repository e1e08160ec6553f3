import fc from 'fast-check';
import { readRtcp, type RtcpReport, writeRtcp } from './rtcp';

const report = { fractionLost: 64, cumulativeLost: 1_000, highestSequence: 0x1_0005, jitter: 80 };
const received = { ssrc: 7, report, lastReport: 0xffff_0001, delay: 65_536 };
const sent = { ntpMs: 3_900_000_000_500, timestamp: 0xffff_ffff, packets: 100, bytes: 16_000 };
const written = (parts: Partial<RtcpReport> = {}) =>
  writeRtcp({ ssrc: 9, cname: 'abc@host', sent, received, goodbye: false, ...parts });

test('parses a report by the side it is about', () =>
  expect(readRtcp(written(), 7)).toEqual({
    senderClock: ((3_900_000_000 << 16) | 0x8000) >>> 0,
    ours: { report, lastReport: 0xffff_0001, delay: 65_536 },
    goodbye: false,
  }));

test.each([
  ['a receiver', { sent: null }, { senderClock: null, goodbye: false }],
  ['a sender that hears nothing', { received: null }, { ours: null }],
  ['an end', { goodbye: true }, { goodbye: true }],
  [
    'an end without anything',
    { sent: null, received: null, goodbye: true },
    { senderClock: null, ours: null, goodbye: true },
  ],
])('round-trips %s', (_, parts, expected) => expect(readRtcp(written(parts), 7)).toMatchObject(expected));

test('ignores a report about another stream, and counts more duplicates than losses as negative', () => {
  expect(readRtcp(written(), 8)?.ours).toBeNull();
  const negative = written({ received: { ...received, report: { ...report, cumulativeLost: -3 } } });
  expect(readRtcp(negative, 7)?.ours?.report.cumulativeLost).toBe(-3);
});

test.each(['', 'a', 'ab', 'abc', 'x'.repeat(400)])('pads any name to words: %s', (cname) => {
  const bytes = written({ cname, goodbye: true });
  expect(bytes.length % 4).toBe(0);
  expect(readRtcp(bytes, 7)?.goodbye).toBe(true);
});

test.each([
  ['nothing', new Uint8Array()],
  ['RTP', Uint8Array.from(written(), (byte, at) => (at === 1 ? 8 : byte))],
  ['a source description first', written().subarray(52)],
  ['a cut packet', written().subarray(0, -4)],
  ['more blocks than bytes', Uint8Array.from(written(), (byte, at) => (at === 0 ? 0x9f : byte))],
  ['version 1', Uint8Array.from(written(), (byte, at) => (at === 0 ? 0x41 : byte))],
])('rejects a compound packet: %s', (_, bytes) => expect(readRtcp(bytes, 7)).toBeNull());

test('never throws, for any input', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(200, 201), (bytes, type) => {
      if (bytes.length > 1) [bytes[0], bytes[1]] = [0x80 | (bytes[0]! & 0x1f), type];
      readRtcp(bytes, 7);
    }),
    { numRuns: 2_000 },
  ));

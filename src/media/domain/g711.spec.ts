import { alaw, mulaw } from 'alawmulaw';
import { g711, g711OfPayload, type G711Name, PCMA, PCMU } from './g711';

const EVERY_SAMPLE = Int16Array.from({ length: 65_536 }, (_, at) => at - 32_768);
const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, at) => at);

const encoded = (name: G711Name, samples: Int16Array) => {
  const bytes = new Uint8Array(samples.length);
  g711(name).encode(samples, 0, samples.length, bytes, 0);
  return bytes;
};

test.each([
  ['PCMA', alaw],
  ['PCMU', mulaw],
] as const)('%s decodes each byte as the oracle does', (name, oracle) =>
  expect(g711(name).linear).toEqual(oracle.decode(EVERY_BYTE)),
);

test.each([
  ['PCMA', alaw],
  ['PCMU', mulaw],
] as const)('%s encodes as the oracle does, and negative samples as the mirror of G.191', (name, oracle) => {
  const positive = EVERY_SAMPLE.subarray(32_768);
  expect(encoded(name, positive)).toEqual(oracle.encode(positive));
  // The oracle negates; the reference takes the ones' complement, which differs on the borders of steps alone.
  expect(
    encoded(
      name,
      positive.map((sample) => ~sample),
    ),
  ).toEqual(encoded(name, positive).map((byte) => byte ^ 0x80));
  const negative = EVERY_SAMPLE.subarray(0, 32_768);
  const ours = encoded(name, negative);
  const theirs = oracle.encode(negative);
  const shifted = oracle.encode(negative.map((sample) => Math.min(-1, sample + 4)));
  ours.forEach((byte, at) => {
    if (byte !== theirs[at]) expect([at, byte]).toEqual([at, shifted[at]]);
  });
});

test.each(['PCMA', 'PCMU'] as const)('chooses a nearest value for %s, and preserves decoded ones', (name) => {
  const { linear } = g711(name);
  const bytes = encoded(name, EVERY_SAMPLE);
  const values = [...new Set(linear)].sort((a, b) => a - b);
  const wrong = [...EVERY_SAMPLE].filter((sample, at) => {
    const chosen = linear[bytes[at]!]!;
    const place = values.indexOf(chosen);
    const gap = Math.max(chosen - (values[place - 1] ?? chosen), (values[place + 1] ?? chosen) - chosen);
    const beyond = sample > values.at(-1)! || sample < values[0]!;
    return !beyond && Math.abs(chosen - sample) > gap;
  });
  expect(wrong).toEqual([]);
  expect(Int16Array.from(encoded(name, linear), (byte) => linear[byte]!)).toEqual(linear);
});

test('uses the static payload types', () => {
  expect([PCMU.payloadType, PCMA.payloadType]).toEqual([0, 8]);
  expect([g711OfPayload(0), g711OfPayload(8), g711OfPayload(101)]).toEqual([PCMU, PCMA, undefined]);
});

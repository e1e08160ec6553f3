import { RtpReception } from './rtp-reception';

/** A stream of packets of 20 ms that arrive on time, with these sequence numbers. */
function counted(sequences: readonly number[], reception = new RtpReception()) {
  const taken = sequences.map((sequence, at) => reception.record(sequence & 0xffff, sequence * 160, at * 20));
  return { reception, taken };
}
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

test.each([
  ['in order', from(10, 50), 50, 0],
  ['across the wrap-around', from(65_500, 100), 100, 0],
  ['with a loss', [...from(0, 10), ...from(12, 10)], 20, 2],
  ['with a loss across the wrap-around', [...from(65_530, 5), ...from(65_540, 5)], 10, 5],
  ['reordered', [1, 2, 4, 3, 5], 5, 0],
  ['with the first one overtaken', [7, 6, 8], 3, 0],
  ['with the first one overtaken at 0', [65_536, 65_535, 65_537], 3, 0],
  ['begun anew by the sender', [...from(100, 10), ...from(40_000, 10)], 20, 0],
  ['doubled', [1, 1, 2, 2, 3, 2, 3], 3, 0],
])('counts %s', (_, sequences, received, lost) => {
  const { reception, taken } = counted(sequences);
  expect([reception.received, reception.lost]).toEqual([received, lost]);
  expect(taken.filter((one) => one)).toHaveLength(received);
});

test.each([
  ['late by more than 100', 100],
  ['ahead by more than 3,000', 20_000],
])('does not restart for one packet that is %s', (_, stray) => {
  const { reception, taken } = counted([...from(0, 300), stray, ...from(300, 100)]);
  expect([reception.received, reception.lost]).toEqual([400, 0]);
  expect(taken.every((one) => one)).toBe(true);
  expect(reception.report()).toMatchObject({ fractionLost: 0, cumulativeLost: 0, highestSequence: 399 });
});

test('reports the loss since the previous report, and the total loss', () => {
  const { reception } = counted([...from(0, 8), ...from(16, 8)]);
  expect(reception.report()).toEqual({
    fractionLost: 85,
    cumulativeLost: 8,
    highestSequence: 23,
    jitter: expect.any(Number),
  });
  counted(from(24, 10), reception);
  expect(reception.report()).toMatchObject({ fractionLost: 0, cumulativeLost: 8, highestSequence: 33 });
});

test('counts wrap-arounds in the highest number', () =>
  expect(counted(from(65_530, 10)).reception.report().highestSequence).toBe(65_539));

test('measures no jitter on a steady line, and follows it on others', () => {
  const reception = new RtpReception();
  for (let at = 0; at < 200; at++) reception.record(at, at * 160, at * 20);
  expect(reception.jitterMs).toBe(0);
  for (let at = 200; at < 600; at++) reception.record(at, at * 160, at * 20 + (at % 2) * 10);
  expect(reception.jitterMs).toBeCloseTo(10, 0);
});

import fc from 'fast-check';
import { PCMA } from '../g711';
import { JitterBuffer } from './jitter-buffer';

/** A decoding table by which byte N sounds as N hundreds, so that a sample tells which packet it came in. */
const LINEAR = Int16Array.from({ length: 256 }, (_, byte) => byte * 100);
const START = 0xffff_ff00;

/** A line on a virtual clock: packets arrive at times, and every 20 ms a frame is pulled. */
class Line {
  readonly buffer = new JitterBuffer();
  readonly heard: number[] = [];
  readonly received: number[] = [];
  #arrivals: { readonly at: number; readonly put: () => void }[] = [];

  /** Packet `n` (its byte, counted from 1) of `ms` at the place `n` of the stream. */
  packet(n: number, at: number, { ms = 20, timestamp }: { ms?: number; timestamp?: number } = {}): void {
    const start = (timestamp ?? START + (n - 1) * ms * 8) >>> 0;
    const bytes = new Uint8Array(ms * 8).fill(n);
    this.#arrivals.push({
      at,
      put: () => this.buffer.put(start, bytes, 0, bytes.length, LINEAR),
    });
  }

  rest(at: number): void {
    this.#arrivals.push({
      at,
      put: () => this.buffer.rest(),
    });
  }

  run(ms: number): this {
    const frame = new Int16Array(160);
    const arrivals = this.#arrivals.sort((a, b) => a.at - b.at);
    let next = 0;
    for (let now = 0; now < ms; now += 20) {
      for (; next < arrivals.length && arrivals[next]!.at <= now; next++) arrivals[next]!.put();
      this.received.push(this.buffer.pull(frame));
      this.heard.push(...frame);
    }
    return this;
  }

  /** The packets as they are heard: which, and for how many milliseconds. 0 is silence. */
  get story(): [number, number][] {
    const story: [number, number][] = [];
    for (const sample of this.heard) {
      const last = story.at(-1);
      if (last?.[0] === sample / 100) last[1] += 0.125;
      else story.push([sample / 100, 0.125]);
    }
    return story;
  }
}

const talk = (line: Line, count: number, ms = 20, arrival = (n: number) => (n - 1) * ms) => {
  for (let n = 1; n <= count; n++) line.packet(n, arrival(n), { ms });
};

test.each([10, 20, 30, 40, 60])('plays packets of %i ms in full, 40 ms later', (ms) => {
  const line = new Line();
  talk(line, 5, ms);
  expect(line.run(800).story.slice(0, 6)).toEqual([
    [0, 40],
    ...[1, 2, 3, 4].map((n) => [n, ms]),
    expect.arrayContaining([5]),
  ]);
});

test('ignores order and repetition of arrivals, across the wrap-around of timestamps', () => {
  const line = new Line();
  const times = [0, 30, 35, 35, 60, 61, 95, 96];
  for (const [at, n] of [1, 3, 2, 2, 4, 4, 6, 5].entries()) line.packet(n, times[at]!);
  expect(line.run(160).story).toEqual([[0, 40], ...[1, 2, 3, 4, 5, 6].map((n) => [n, 20])]);
  expect(line.buffer.counts).toEqual({ late: 0, concealed: 0 });
});

test('conceals a lost packet of 20 ms with the previous one at less volume', () => {
  const line = new Line();
  for (let n = 1; n <= 9; n++) if (n !== 4) line.packet(n, (n - 1) * 20);
  const { story } = line.run(220);
  expect(story).toEqual([
    [0, 40],
    [1, 20],
    [2, 20],
    [3, 20],
    [2.4, 20],
    ...[5, 6, 7, 8, 9].map((n) => [n, 20]),
  ]);
  expect(line.buffer.counts.concealed).toBe(1);
});

test('fades to silence during a longer loss, and preserves its length', () => {
  const line = new Line();
  for (const n of [1, 2, 3, 14, 15]) line.packet(n, (n - 1) * 20);
  const { story } = line.run(340);
  expect(story.map(([, ms]) => ms)).toEqual([40, 20, 20, 20, 20, 20, 20, 140, 20, 20]);
  expect(story.at(-3)).toEqual([0, 140]);
});

test('preserves the gap of silence suppression, and counts no loss', () => {
  const line = new Line();
  for (const n of [1, 2, 3]) line.packet(n, (n - 1) * 20);
  line.rest(60);
  for (const n of [103, 104]) line.packet(n, (n - 1) * 20);
  const { story } = line.run(2_120);
  expect(story).toEqual([
    [0, 40],
    [1, 20],
    [2, 20],
    [3, 20],
    [0, 1_980],
    [103, 20],
    [104, 20],
  ]);
  expect(line.buffer.counts.concealed).toBe(0);
});

test('does not begin anew with one late packet after a pause', () => {
  const line = new Line();
  for (const n of [1, 2, 3]) line.packet(n, (n - 1) * 20);
  line.rest(60);
  line.packet(2, 1_000);
  for (const n of [103, 104]) line.packet(n, (n - 1) * 20);
  const { story } = line.run(2_300);
  expect(story.slice(0, 7).map(([packet]) => packet)).toEqual([0, 1, 2, 3, 0, 103, 104]);
  expect(line.buffer.counts.late).toBe(1);
});

test('counts late packets, and increases the delay until none is late', () => {
  const line = new Line();
  // Every fifth packet is 70 ms late: later than the first delay of 40 ms covers.
  for (let n = 1; n <= 200; n++)
    line.packet(n % 255, (n - 1) * 20 + (n % 5 === 0 ? 70 : 0), { timestamp: START + (n - 1) * 160 });
  line.run(4_300);
  expect(line.buffer.counts.late).toBeGreaterThan(0);
  expect(line.buffer.counts.late).toBeLessThan(5);
});

test.each([
  ['decreases the delay in quiet', 1, 60],
  ['keeps the delay in speech', 10, Infinity],
])('%s when all packets wait long', (_, byte, mostMs) => {
  const line = new Line();
  for (let n = 1; n <= 1_500; n++) {
    const late = n < 100 && n % 5 === 0 ? 100 : 0;
    line.packet(byte, (n - 1) * 20 + late, { timestamp: START + (n - 1) * 160 });
  }
  line.run(4_000);
  const grown = line.buffer.depth;
  line.run(26_000);
  if (mostMs === Infinity) expect(line.buffer.depth).toBe(grown);
  else expect(grown).toBeGreaterThan(line.buffer.depth);
  expect(line.buffer.depth).toBeLessThanOrEqual(8 * mostMs);
});

test('drops the oldest of a burst after a stall: never more than 120 ms and a packet wait', () => {
  const line = new Line();
  talk(line, 60, 20, (n) => (n < 10 ? (n - 1) * 20 : Math.max(800, (n - 1) * 20)));
  for (let ms = 0; ms < 40; ms++) expect(line.run(20).buffer.depth).toBeLessThanOrEqual(8 * 140);
  const burst = new Line();
  for (let n = 1; n <= 30; n++) burst.packet(n, 0);
  burst.run(20);
  expect(burst.buffer.depth).toBeLessThanOrEqual(8 * 120);
  expect(burst.buffer.counts.late).toBeGreaterThan(20);
});

test.each([-300, 300])(
  'follows a clock that drifts by %i ppm, without late or missing packets for minutes',
  (ppm) => {
    const line = new Line();
    const period = 20 * (1 + ppm / 1e6);
    // Ten minutes, of which every other second is quiet.
    for (let n = 1; n <= 30_000; n++) {
      line.packet(Math.floor(n / 50) % 2, (n - 1) * period, { timestamp: START + (n - 1) * 160 });
    }
    line.run(600_000);
    expect(line.buffer.depth).toBeLessThanOrEqual(8 * 80);
    const missed = line.received.slice(10, 29_500).filter((samples) => samples < 160).length;
    expect(line.buffer.counts.late).toBeLessThan(12);
    expect(missed).toBeLessThan(30);
  },
);

test.each([300, 900])('follows a path that becomes %i ms longer within 400 ms', (later) => {
  const line = new Line();
  talk(line, 100, 20, (n) => (n - 1) * 20 + (n > 20 ? later : 0));
  line.run(2_400 + later);
  expect(line.buffer.counts.late).toBeLessThanOrEqual(20);
  expect(line.story.filter(([packet]) => packet > 40).length).toBeGreaterThanOrEqual(60);
});

test('ignores one wrong timestamp, and follows a restarted sender', () => {
  const line = new Line();
  talk(line, 5);
  line.packet(77, 45, { timestamp: START + 900_000 });
  line.packet(78, 45, { timestamp: START - 900_000 });
  expect(line.run(140).story.map(([n]) => n)).toEqual([0, 1, 2, 3, 4, 5]);
  const anew = new Line();
  talk(anew, 3);
  for (let n = 4; n <= 9; n++) anew.packet(n, (n - 1) * 20, { timestamp: START + 5_000_000 + n * 160 });
  const heard = anew.run(300).story.map(([n]) => n);
  expect(heard).toEqual(expect.arrayContaining([5, 6, 7, 8, 9]));
});

test('begins a new stream at once with the next packet after a reset', () => {
  const line = new Line();
  talk(line, 3);
  line.run(60);
  line.buffer.reset();
  line.buffer.put(12_345, new Uint8Array(160).fill(9), 0, 160, LINEAR);
  const frame = new Int16Array(160);
  for (let at = 0; at < 2; at++) line.buffer.pull(frame);
  expect(line.buffer.pull(frame)).toBe(160);
  expect(frame[0]).toBe(900);
});

test('skips time without pulls, and does not play its audio late', () => {
  const line = new Line();
  talk(line, 4);
  line.run(60);
  line.buffer.skip(160);
  const frame = new Int16Array(160);
  line.buffer.pull(frame);
  expect(frame[0]).toBe(300);
});

test('never throws and never exceeds its bound, for any input', () => {
  const packet = fc.record({
    timestamp: fc.oneof(fc.integer({ min: 0, max: 0xffff_ffff }), fc.integer({ min: 1_000, max: 5_000 })),
    length: fc.integer({ min: 0, max: 1_500 }),
    pulls: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 60 }), (packets) => {
      const buffer = new JitterBuffer();
      const frame = new Int16Array(160);
      for (const { timestamp, length, pulls } of packets) {
        buffer.put(timestamp, new Uint8Array(length), 0, length, PCMA.linear);
        for (let at = 0; at < pulls; at++) expect(buffer.pull(frame)).toBeLessThanOrEqual(160);
        expect(buffer.depth).toBeLessThanOrEqual(2 * 960);
      }
    }),
  );
});

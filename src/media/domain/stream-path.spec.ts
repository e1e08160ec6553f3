import { FRAME_SAMPLES } from './frame';
import { g711 } from './g711';
import { StreamPath } from './stream-path';

const MULAW = g711('PCMU');

/** Frames of a tone that both encodings carry exactly: a value of µ-law. */
const LEVEL = MULAW.linear[0x90] ?? 0;
const frames = (count: number, level = LEVEL) => new Int16Array(count * FRAME_SAMPLES).fill(level);

function mulaw(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length);
  MULAW.encode(samples, 0, samples.length, bytes, 0);
  return bytes;
}

/** The low byte first. */
function linear(samples: Int16Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * samples.length));
  for (const [at, sample] of samples.entries()) view.setInt16(2 * at, sample, true);
  return new Uint8Array(view.buffer);
}

function open(chunkFrames = 1, encoding: 'mulaw' | 'linear16' = 'mulaw') {
  const sent: Uint8Array[] = [];
  const path = new StreamPath(chunkFrames, (bytes) => sent.push(bytes));
  path.begin(encoding);
  /** What is heard in so many ticks: the frames with sound, by number. */
  const hear = (ticks: number) => {
    const frame = new Int16Array(FRAME_SAMPLES);
    return Array.from({ length: ticks }, () => {
      path.receive(frame);
      return frame.some((sample) => sample !== 0) ? 'x' : '.';
    }).join('');
  };
  return { path, sent, hear };
}

test.each(['mulaw', 'linear16'] as const)('plays %s two ticks later after each gap', (encoding) => {
  const { path, hear } = open(1, encoding);
  expect(hear(4)).toBe('....');
  for (let gap = 0; gap < 2; gap++) {
    path.receiveBytes(encoding === 'mulaw' ? mulaw(frames(3)) : linear(frames(3)), 0);
    expect(hear(6)).toBe('..xxx.');
  }
  expect(path.statistics(0)).toMatchObject({ received: 2, concealedMs: 40 });
});

test('joins 16 bit pieces that end within a sample, at odd offsets of their buffers', () => {
  const { path } = open(1, 'linear16');
  const samples = Int16Array.from({ length: FRAME_SAMPLES }, (_, at) => (at - 80) * 397);
  const bytes = linear(samples);
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  for (const [from, to] of [
    [1, 8],
    [8, 13],
    [13, 321],
  ] as const) {
    path.receiveBytes(shifted.subarray(from, to), 0);
  }
  const heard = new Int16Array(FRAME_SAMPLES);
  for (let tick = 0; tick < 3; tick++) path.receive(heard);
  expect(heard).toEqual(samples);
});

test('plays pieces of 100 ms without gaps', () => {
  const { path, hear } = open();
  let heard = '';
  for (let piece = 0; piece < 5; piece++) {
    path.receiveBytes(mulaw(frames(5)), 0);
    heard += hear(5);
  }
  expect(heard).toBe(`..${'x'.repeat(23)}`);
});

test('receives a burst after a stall whole, and removes the delay in the next silence', () => {
  const { path, hear } = open();
  path.receiveBytes(mulaw(frames(30)), 0);
  expect(hear(12)).toBe('..xxxxxxxxxx');
  const silent = () => {
    path.receiveBytes(mulaw(frames(1, 0)), 0);
    return hear(1);
  };
  // 400 ms wait; a second of speech goes on behind them.
  for (let tick = 0; tick < 60; tick++) {
    path.receiveBytes(mulaw(frames(1)), 0);
    expect(hear(1)).toBe('x');
  }
  const drained = Array.from({ length: 120 }, silent).join('');
  expect(drained).toMatch(/^x{20}\.+$/);
  path.receiveBytes(mulaw(frames(1)), 0);
  // Spoken now, heard within 60 ms.
  expect(hear(4)).toContain('x');
});

test('preserves the order of waiting audio while more arrives', () => {
  const { path, hear } = open(1, 'linear16');
  const numbered = (from: number, samples: number) =>
    linear(Int16Array.from({ length: samples }, (_, at) => from + at + 1));
  path.receiveBytes(numbered(0, 1_600), 0);
  hear(10);
  path.receiveBytes(numbered(1_600, 12_000), 0);
  const frame = new Int16Array(FRAME_SAMPLES);
  const heard = Array.from({ length: 70 }, () => {
    path.receive(frame);
    return [...frame];
  }).flat();
  const first = heard[0] ?? 0;
  expect(first).toBeGreaterThan(1_000);
  expect(heard).toEqual(heard.map((_, at) => first + at));
});

test('buffers two seconds at most, and replaces the oldest', () => {
  const { path, hear } = open();
  for (let second = 0; second < 10; second++) path.receiveBytes(mulaw(frames(50)), 0);
  expect(hear(110).replaceAll('.', '').length).toBeLessThanOrEqual(103);
  expect(path.statistics(0).late).toBeGreaterThan(0);
});

test('drops audio from before the answer', () => {
  const { path, hear } = open();
  path.receiveBytes(mulaw(frames(4)), 0);
  expect(hear(3)).toBe('..x');
  path.onAnswered();
  path.receiveBytes(mulaw(frames(1)), 0);
  expect(hear(5)).toBe('..x..');
});

test.each([
  ['mulaw', 1, 160],
  ['mulaw', 5, 800],
  ['linear16', 5, 1_600],
] as const)('sends %s in pieces of %i frames, %i bytes', (encoding, chunkFrames, bytes) => {
  const { path, sent } = open(chunkFrames, encoding);
  for (let tick = 0; tick < 10; tick++) path.send(frames(1));
  expect(sent.map(({ length }) => length)).toEqual(Array.from({ length: 10 / chunkFrames }, () => bytes));
  const first = sent[0]?.subarray(0, encoding === 'mulaw' ? 160 : 320);
  expect(first).toEqual(encoding === 'mulaw' ? mulaw(frames(1)) : linear(frames(1)));
});

test('sends the first 200 ms of silence alone, and sound at once', () => {
  const { path, sent } = open();
  for (let tick = 0; tick < 50; tick++) path.send(frames(1, 0));
  expect(sent).toHaveLength(0);
  path.send(frames(1));
  for (let tick = 0; tick < 50; tick++) path.send(frames(1, 0));
  expect(sent.length).toBeGreaterThanOrEqual(11);
  expect(sent.length).toBeLessThanOrEqual(13);
});

test('receives and sends nothing before the stream begins', () => {
  const sent: Uint8Array[] = [];
  const path = new StreamPath(1, (bytes) => sent.push(bytes));
  path.receiveBytes(mulaw(frames(2)), 0);
  path.send(frames(1));
  expect(sent).toEqual([]);
  expect(path.statistics(0)).toMatchObject({ codec: null, sent: 0, received: 0, silentMs: null });
});

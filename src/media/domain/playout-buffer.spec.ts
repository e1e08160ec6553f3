import { BLOCK_SAMPLES } from './block-pool';
import { PlayoutBuffer } from './playout-buffer';
import { toneSamples } from './tones/tone';

const frame = new Int16Array(160);
const audio = (ms: number, value = 1) => new Int16Array(ms * 8).fill(value);

function buffered(...blocks: readonly Int16Array[]) {
  const marks: number[] = [];
  const buffer = new PlayoutBuffer((name) => marks.push(name));
  for (const block of blocks) buffer.add(block);
  /** So many milliseconds as they are played, each as its first sample. */
  const play = (ms: number) =>
    Array.from({ length: ms / 20 }, () => {
      buffer.read(frame);
      return frame[0];
    });
  return { buffer, marks, play };
}

test('plays blocks of any length one after another, then silence', () => {
  const { buffer } = buffered(Int16Array.of(1, 2, 3), audio(20, 7), Int16Array.of());
  expect(buffer.read(frame)).toBe(160);
  expect([...frame.subarray(0, 4)]).toEqual([1, 2, 3, 7]);
  expect(buffer.read(frame)).toBe(3);
  expect([...frame.subarray(2, 5)]).toEqual([7, 0, 0]);
  expect(buffer.read(frame)).toBe(0);
});

test('joins small pieces in the block of the first, and gives their own back', () => {
  const spent: number[] = [];
  const buffer = new PlayoutBuffer(
    () => undefined,
    (block) => spent.push(block.length),
  );
  const block = (...samples: number[]) => {
    const piece = new Int16Array(new ArrayBuffer(2 * BLOCK_SAMPLES), 0, samples.length);
    piece.set(samples);
    return piece;
  };
  buffer.add(block(1, 2));
  buffer.read(frame);
  for (let sample = 3; sample <= BLOCK_SAMPLES + 1; sample += 1) buffer.add(block(sample));
  expect(spent).toEqual(Array(BLOCK_SAMPLES - 2).fill(1));
  expect(buffer.read(frame)).toBe(160);
  expect([...frame.subarray(0, 3)]).toEqual([3, 4, 5]);
  while (buffer.queuedMs >= 20) buffer.read(frame);
  const left = buffer.read(frame);
  expect(frame[left - 1]).toBe(BLOCK_SAMPLES + 1);
  expect(frame[left]).toBe(0);
});

test('buffers 30 s at most', () => {
  const { buffer, play } = buffered(audio(30_000));
  expect(buffer.add(audio(20))).toBe(false);
  expect(buffer.queuedMs).toBe(30_000);
  play(20);
  expect(buffer.add(audio(20))).toBe(true);
});

test('reports a mark when all audio before it was played, and not earlier', () => {
  const { buffer, marks, play } = buffered(audio(40));
  buffer.mark(1);
  buffer.add(audio(20));
  buffer.mark(2);
  buffer.mark(3);
  play(20);
  expect(marks).toEqual([]);
  play(20);
  expect(marks).toEqual([1]);
  play(20);
  expect(marks).toEqual([1, 2, 3]);
  buffer.mark(4);
  expect(marks).toEqual([1, 2, 3, 4]);
});

test('plays silence during a pause, and consumes nothing', () => {
  const { buffer, play } = buffered(audio(60));
  play(20);
  buffer.pause();
  expect(play(60)).toEqual([0, 0, 0]);
  expect([buffer.playedMs, buffer.queuedMs]).toEqual([20, 40]);
  buffer.resume();
  expect(play(60)).toEqual([1, 1, 0]);
});

test('rewinds after a pause to the gap between two words', () => {
  const word = toneSamples({ hertz: [300], pattern: null, level: -20 }, 300);
  const { buffer, play } = buffered(word, audio(100, 0), word, audio(60, 0), word);
  play(640);
  buffer.pause();
  buffer.resume(600);
  // The second word ends at 700 ms; the pause before it ends at 400.
  expect(buffer.playedMs).toBeGreaterThanOrEqual(390);
  expect(buffer.playedMs).toBeLessThanOrEqual(410);
});

test('rewinds without a gap as far as requested, and never behind a clear', () => {
  const { buffer, play } = buffered(audio(1_000, 9_000));
  play(500);
  buffer.pause();
  buffer.resume(200);
  expect(buffer.playedMs).toBe(300);
  buffer.clear();
  buffer.add(audio(100, 9_000));
  play(40);
  buffer.pause();
  buffer.resume(5_000);
  expect(buffer.playedMs).toBe(0);
});

test('counts what was played before a rewind', () => {
  const { buffer, play } = buffered(audio(1_000, 9_000));
  play(500);
  buffer.pause();
  buffer.resume(200);
  play(40);
  expect(buffer.clear()).toBe(500);
  buffer.add(audio(100, 9_000));
  play(40);
  expect(buffer.clear()).toBe(40);
});

test('drops queued audio and its marks at a clear, and returns how much was played since the previous one', () => {
  const { buffer, marks, play } = buffered(audio(100));
  buffer.mark(1);
  play(60);
  expect(buffer.clear()).toBe(60);
  expect(play(20)).toEqual([0]);
  expect([marks, buffer.queuedMs, buffer.clear()]).toEqual([[], 0, 0]);
  buffer.add(audio(40, 5));
  expect(play(20)).toEqual([5]);
  expect(buffer.clear()).toBe(20);
});

test('leaves nothing behind after hours of audio', () => {
  const { buffer, play } = buffered();
  for (let at = 0; at < 2_000; at++) {
    buffer.add(audio(100, 3));
    expect(play(100)).toEqual([3, 3, 3, 3, 3]);
  }
  expect(buffer.queuedMs).toBe(0);
});

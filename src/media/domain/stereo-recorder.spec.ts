import { type RecordedBlock, StereoRecorder } from './stereo-recorder';

const frame = (value: number) => new Int16Array(160).fill(value);

/** A disk that writes at once, until it hangs. */
class Disk {
  hangs = false;
  readonly file: number[] = [];
  readonly waiting: RecordedBlock[] = [];
  readonly buffers = new Set<ArrayBuffer>();
  readonly recorder = new StereoRecorder((block) => {
    this.waiting.push(block);
    if (!this.hangs) this.work();
  });

  work(): void {
    for (const block of this.waiting.splice(0)) {
      this.buffers.add(block.buffer);
      new Int16Array(block.buffer, 0, block.bytes / 2).forEach(
        (sample, at) => (this.file[block.at / 2 + at] = sample),
      );
      this.recorder.giveBack(block.buffer);
    }
  }

  /** The seconds of a channel as the sample at their middle; a hole is 0. */
  seconds(channel: 0 | 1, count: number): number[] {
    return Array.from({ length: count }, (_, at) => this.file[2 * (at * 8_000 + 4_000) + channel] ?? 0);
  }
}

test('interleaves left and right to the last frame', () => {
  const disk = new Disk();
  for (let at = 0; at < 75; at++) disk.recorder.add(frame(1), frame(2));
  expect(disk.recorder.end()).toEqual({ samples: 12_000, lostMs: 0 });
  expect(disk.file).toHaveLength(24_000);
  expect(disk.file.every((sample, at) => sample === 1 + (at % 2))).toBe(true);
});

test('uses one buffer for a minute', () => {
  const disk = new Disk();
  for (let at = 0; at < 3_000; at++) disk.recorder.add(frame(1), frame(2));
  expect(disk.buffers.size).toBe(1);
});

test('leaves a hole for skipped time in both channels', () => {
  const disk = new Disk();
  for (let at = 0; at < 30; at++) disk.recorder.add(frame(5), frame(5));
  disk.recorder.skip(8_000 * 2 - 4_800);
  for (let at = 0; at < 50; at++) disk.recorder.add(frame(7), frame(7));
  expect(disk.recorder.end().samples).toBe(24_000);
  expect(disk.seconds(0, 3)).toEqual([5, 0, 7]);
});

test('buffers ten seconds for a disk that hangs, then writes zeros, and audio when it works again', () => {
  const disk = new Disk();
  disk.hangs = true;
  const second = (value: number) => {
    for (let at = 0; at < 50; at++) disk.recorder.add(frame(value), frame(-value));
  };
  for (let at = 1; at <= 13; at++) second(at);
  expect(disk.waiting).toHaveLength(10);
  disk.hangs = false;
  disk.work();
  second(14);
  expect(disk.recorder.end()).toEqual({ samples: 14 * 8_000, lostMs: 3_000 });
  expect(disk.seconds(0, 14)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 14]);
  expect(disk.seconds(1, 14)[13]).toBe(-14);
});

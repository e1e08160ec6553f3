import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StereoRecorder } from '../domain/stereo-recorder';
import { readWav, wavHeader } from '../domain/wav';
import { RecordingFile, type RecordingStore, recoverRecording } from './recording-files';

const folder = mkdtempSync(join(tmpdir(), 'aics-live-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = () => join(folder, `${++files}.wav`);
const frame = (value: number) => new Int16Array(160).fill(value);

const storeOn = (file: FileHandle): RecordingStore => ({
  write: (bytes, position) => file.write(bytes, 0, bytes.length, position),
  truncate: (length) => file.truncate(length),
  close: () => file.close(),
});

/** A recorder on a file. */
async function recorded(path: string, create?: () => Promise<RecordingStore>) {
  const back: ArrayBuffer[] = [];
  const file = await RecordingFile.create(path, (buffer) => back.push(buffer), create);
  const recorder = new StereoRecorder((block) => file.write(block));
  const seconds = (count: number, value: number) => {
    for (let at = 0; at < count * 50; at++) recorder.add(frame(value), frame(-value));
  };
  return { file, recorder, seconds, back };
}

test('writes a WAV file of its length, holes included, that only the service can read', async () => {
  const path = newPath();
  const { file, recorder, seconds, back } = await recorded(path);
  seconds(2, 5);
  recorder.skip(8_000);
  seconds(1, 7);
  recorder.add(frame(9), frame(-9));
  recorder.skip(800);
  file.end(recorder.end());
  await expect(file.finished).resolves.toEqual({ path, lengthMs: 4_120, lostMs: 0 });
  const [left, right] = readWav(readFileSync(path)).channels;
  expect(left).toHaveLength(4_120 * 8);
  expect([0, 1, 2, 3].map((second) => [left![second * 8_000 + 50], right![second * 8_000 + 50]])).toEqual([
    [5, -5],
    [5, -5],
    [0, 0],
    [7, -7],
  ]);
  expect([left!.at(-801), left!.at(-1)]).toEqual([9, 0]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(back).toHaveLength(4);
});

test('does not overwrite an existing file', async () => {
  const path = newPath();
  writeFileSync(path, 'precious');
  await expect(recorded(path)).rejects.toThrow('EEXIST');
  expect(readFileSync(path, 'utf8')).toBe('precious');
});

test('leaves no file that could not be begun', async () => {
  const path = newPath();
  writeFileSync(path, '');
  const write = () => Promise.reject(new Error('disk full'));
  const store = { write, truncate: () => Promise.resolve(), close: () => Promise.resolve() };
  await expect(recorded(path, () => Promise.resolve(store))).rejects.toThrow('disk full');
  expect(existsSync(path)).toBe(false);
});

test('has the length of its written audio after the death of its thread', async () => {
  const path = newPath();
  const { file, seconds } = await recorded(path);
  seconds(3, 5);
  file.end(null);
  await expect(file.finished).resolves.toMatchObject({ lengthMs: 3_000 });
  expect(readWav(readFileSync(path)).channels[0]).toHaveLength(24_000);
});

test('leaves a recording after a crash in the first second of a talk', async () => {
  const path = newPath();
  const file = await open(path, 'wx');
  const { recorder } = await recorded(path, () => Promise.resolve(storeOn(file)));
  for (let at = 0; at < 49; at++) recorder.add(frame(5), frame(-5));
  await file.close();
  await expect(recoverRecording(path)).resolves.toBe(20);
  expect(readWav(readFileSync(path)).channels[0]).toEqual(frame(0));
});

test('has no length when its thread died in its first second', async () => {
  const { file } = await recorded(newPath());
  file.end(null);
  await expect(file.finished).resolves.toMatchObject({ lengthMs: 0 });
});

test.each([0, 1, 3, 4, 32_001])(
  'recovers a recording that a crash left with %i bytes of audio',
  async (bytes) => {
    const path = newPath();
    writeFileSync(path, Buffer.concat([wavHeader(0), Buffer.alloc(bytes, 1)]));
    await expect(recoverRecording(path)).resolves.toBe(Math.floor(bytes / 4) / 8);
    expect(readWav(readFileSync(path)).channels[1]).toHaveLength(Math.floor(bytes / 4));
  },
);

test('recovers a file that was cut within its header as silence of no length', async () => {
  const path = newPath();
  writeFileSync(path, wavHeader(0));
  truncateSync(path, 20);
  await expect(recoverRecording(path)).resolves.toBe(0);
  expect(readWav(readFileSync(path)).channels[0]).toHaveLength(0);
});

test('loses audio of a failed disk, returns the buffers, and reports the error', async () => {
  const store: RecordingStore = {
    write: (_bytes, position) =>
      position === 0 ? Promise.resolve() : Promise.reject(new Error('disk full')),
    truncate: () => Promise.resolve(),
    close: () => Promise.reject(new Error('later')),
  };
  const { file, recorder, seconds, back } = await recorded('x', () => Promise.resolve(store));
  seconds(2, 5);
  file.end(recorder.end());
  await expect(file.finished).resolves.toMatchObject({ lengthMs: 2_000, error: new Error('disk full') });
  expect(back).toHaveLength(2);
});

test('buffers ten blocks while a disk hangs, then writes them and zeros for the rest', async () => {
  const path = newPath();
  let free: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => (free = resolve));
  const real = storeOn(await open(path, 'wx'));
  const store: RecordingStore = {
    ...real,
    write: async (bytes, position) => {
      if (position > 0) await hanging;
      return real.write(bytes, position);
    },
  };
  const { file, recorder, seconds } = await recorded(path, () => Promise.resolve(store));
  seconds(15, 6);
  file.end(recorder.end());
  free();
  await expect(file.finished).resolves.toMatchObject({ lengthMs: 15_000, lostMs: 5_000 });
  const [left] = readWav(readFileSync(path)).channels;
  expect([left![9 * 8_000], left![10 * 8_000], left!.at(-1)]).toEqual([6, 0, 0]);
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordingConverter } from '../../src/speech';
import { loudness, MP3, silentMp3, toneWav } from '../harness/audio-files';
import { compileThreads } from '../harness/sip-accounts';

compileThreads();

const converter = new RecordingConverter();
let folder: string;
let made = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aics-convert-'));
});
afterAll(async () => {
  await converter.onModuleDestroy();
  rmSync(folder, { recursive: true, force: true });
});

type Within = Parameters<RecordingConverter['convert']>[0]['within'];

async function convert(audio: Buffer, mostMs = 60_000, within: Within = null) {
  const from = join(folder, `${++made}.in`);
  const to = join(folder, `${made}.wav`);
  await writeFile(from, audio);
  const result = await converter.convert({ from, to, maxMs: mostMs, within });
  return { result, wav: 'ms' in result ? await readFile(to) : null };
}

test.each(['stereo8000', 'stereo44100'] as const)('preserves the channels of %s', async (name) => {
  const { result, wav } = await convert(await readFile(MP3[name]));
  expect(result).toEqual({ ms: expect.any(Number) as number });
  if (!wav || !('ms' in result)) return;
  // An encoder adds up to 0.2 s of silence.
  expect(Math.abs(result.ms - 2_000)).toBeLessThan(250);
  expect(Math.abs(wav.length - 44 - result.ms * 32)).toBeLessThan(32);
  expect(wav.readUInt32LE(24)).toBe(8_000);
  expect(loudness(wav, 0, 400, 0.3, 0.9)).toBeGreaterThan(0.2);
  expect(loudness(wav, 1, 400, 0.3, 0.9)).toBeLessThan(0.01);
  expect(loudness(wav, 1, 1_000, 1.3, 1.9)).toBeGreaterThan(0.2);
  expect(loudness(wav, 0, 1_000, 1.3, 1.9)).toBeLessThan(0.01);
});

test('copies mono to both channels, behind a title of any length', async () => {
  const title = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x4e\x20', 'latin1'), Buffer.alloc(10_016)]);
  const { wav } = await convert(Buffer.concat([title, await readFile(MP3.mono22050)]));
  for (const channel of [0, 1] as const) expect(loudness(wav!, channel, 400, 0.3, 0.9)).toBeGreaterThan(0.2);
});

test.each([8_000, 22_050, 44_100])('converts WAV of %d Hz', async (rate) => {
  const { result, wav } = await convert(toneWav(rate, 1, [400, 1_000]));
  expect(result).toEqual({ ms: 1_000 });
  expect(loudness(wav!, 0, 400, 0.1, 0.9)).toBeGreaterThan(0.25);
  expect(loudness(wav!, 1, 1_000, 0.1, 0.9)).toBeGreaterThan(0.25);
});

test.each([
  // A talk of 4 s; the person took it after one.
  ['in the middle: what is before and after stays', 4, 2, 4],
  ['beyond the end: what is beyond is left out', 4, 5, 4],
  // The process that recorded it died.
  ['behind the end: the recording becomes as long as the talk was', 0.5, 2, 4],
])('inserts a part into its recording, with its sides changed, %s', async (_, base, part, seconds) => {
  const path = join(folder, `${++made}-base.wav`);
  const talk = toneWav(8_000, base, [600, 800]);
  await writeFile(path, talk);
  const within = { path, fromMs: 1_000, untilMs: 4_000 };
  const { result, wav } = await convert(toneWav(44_100, part, [400, 1_000]), 60_000, within);
  expect(result).toEqual({ ms: seconds * 1_000 });
  expect(wav!.length).toBe(44 + seconds * 32_000);
  expect(wav!.readUInt32LE(40)).toBe(seconds * 32_000);
  expect(loudness(wav!, 0, 1_000, 1.1, 2.9)).toBeGreaterThan(0.25);
  expect(loudness(wav!, 1, 400, 1.1, 2.9)).toBeGreaterThan(0.25);
  expect(loudness(wav!, 0, 600, 0.1, 0.4)).toBeGreaterThan(0.25);
  if (base === 4 && part === 2) expect(loudness(wav!, 1, 800, 3.1, 3.9)).toBeGreaterThan(0.25);
  // What was stored stays until the new one takes its place.
  expect(await readFile(path)).toEqual(talk);
});

const NEITHER = { problem: 'it is neither MP3 nor WAV' };
test.each<[string, Buffer, object]>([
  ['nothing', Buffer.alloc(0), NEITHER],
  ['a page', Buffer.from('<html><body>Not Found</body></html>'), NEITHER],
  ['noise', randomBytes(300_000), { problem: expect.any(String) as string }],
  ['a title without audio', Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), NEITHER],
  [
    'the beginning of a WAV file',
    toneWav(8_000, 1, [400]).subarray(0, 30),
    { problem: 'the WAV file holds no audio' },
  ],
  ['WAV that is no PCM', withFormat(7), { problem: 'the WAV file is not 16-bit PCM' }],
])('rejects %s', async (_, audio, refused) => {
  expect((await convert(audio)).result).toEqual(refused);
});

test('skips damaged frames alone', async () => {
  const audio = await readFile(MP3.stereo8000);
  audio.set(randomBytes(700), 2_000);
  const { result } = await convert(audio);
  expect(result).toEqual({ ms: expect.any(Number) as number });
});

test('rejects hours of silence in few bytes at the length of the call, in little memory', async () => {
  const day = silentMp3(24 * 3_600);
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const { result } = await convert(day, 600_000);
  clearInterval(watch);
  expect(result).toEqual({ problem: 'it is longer than the call' });
  expect((most - before) / 1e6).toBeLessThan(150);
});

function withFormat(tag: number): Buffer {
  const wav = toneWav(8_000, 1, [400]);
  wav.writeUInt16LE(tag, 20);
  return wav;
}

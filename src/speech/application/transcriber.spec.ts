import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeStt } from '../../../test/harness/speech-engines';
import { REAL_TIMERS } from '../../platform/kernel/time/timers';
import type { SttEngine } from '../domain/stt-engine';
import { wavHeader } from '../infrastructure/pcm';
import { SpeechEngines } from './speech-engines';
import { Transcriber } from './transcriber';

const folder = mkdtempSync(join(tmpdir(), 'aics-transcriber-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Stretch = readonly [fromMs: number, toMs: number];

/** A stereo recording with sound in these stretches. */
function recording(
  lengthMs: number,
  left: readonly Stretch[],
  right: readonly Stretch[],
  header = true,
): string {
  const samples = new Int16Array(2 * 8 * lengthMs);
  const fill = (channel: number, stretches: readonly Stretch[]) => {
    for (const [from, to] of stretches)
      for (let at = 8 * from; at < 8 * to; at++) samples[2 * at + channel] = at % 16 < 8 ? 4_000 : -4_000;
  };
  fill(0, left);
  fill(1, right);
  const path = join(folder, `${lengthMs}-${header}.wav`);
  // What a process that died has left says nothing of its length.
  const length = header ? samples.byteLength : 0x7fff_ffff;
  writeFileSync(path, Buffer.concat([wavHeader(2, length), Buffer.from(samples.buffer)]));
  return path;
}

function withEngines(...engines: readonly SttEngine[]) {
  return new Transcriber(new SpeechEngines(engines, []));
}

const settings = () => ({ language: null, signal: new AbortController().signal });

test('transcribes one channel, with the times of its speech', async () => {
  const path = recording(
    6_000,
    [[1_000, 1_800]],
    [
      [2_500, 3_300],
      [4_500, 5_000],
    ],
  );
  const engine = new FakeStt(REAL_TIMERS);
  engine.finals.push('Haan.', 'Theek hai.');
  const turns = await withEngines(engine).transcribe(path, { ...settings(), channel: 1 });
  expect(turns).toEqual([
    { text: 'Haan.', startMs: 2_500, endMs: 3_300 },
    { text: 'Theek hai.', startMs: 4_500, endMs: 5_000 },
  ]);
  expect(engine.opened).toMatchObject([{ language: null }, { language: null }]);
  // The piece, with a little of the quiet around it, and not the other channel.
  expect(engine.fedMs.every((ms) => ms > 500 && ms < 2_000)).toBe(true);
});

test('omits speech before a time, and noise', async () => {
  const path = recording(
    6_000,
    [
      [1_000, 1_800],
      [3_000, 3_500],
      [5_000, 5_500],
    ],
    [],
  );
  const engine = new FakeStt(REAL_TIMERS);
  engine.finals.push('', 'Hello.');
  const turns = await withEngines(engine).transcribe(path, { ...settings(), channel: 0, fromMs: 2_000 });
  expect(turns).toEqual([{ text: 'Hello.', startMs: 5_000, endMs: 5_500 }]);
});

test('reads a recording to its end that was never finished', async () => {
  const path = recording(2_000, [[500, 1_000]], [], false);
  const engine = new FakeStt(REAL_TIMERS);
  engine.finals.push('Hello.');
  expect(await withEngines(engine).transcribe(path, { ...settings(), channel: 0 })).toHaveLength(1);
});

test('continues with the next engine, for the rest, when one fails', async () => {
  const path = recording(
    6_000,
    [
      [500, 1_000],
      [2_500, 3_000],
      [4_500, 5_000],
    ],
    [],
  );
  const [first, second] = [new FakeStt(REAL_TIMERS), new FakeStt(REAL_TIMERS, { name: 'second' })];
  first.finals.push('One.', new Error('500'));
  second.finals.push('Two.', 'Three.');
  const turns = await withEngines(first, second).transcribe(path, { ...settings(), channel: 0 });
  expect(turns.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.']);
  expect([first.opened.length, second.opened.length]).toEqual([2, 2]);
});

test('fails without a working engine, with no text of the talk in the error', async () => {
  const path = recording(2_000, [[500, 1_000]], []);
  const broken = new FakeStt(REAL_TIMERS);
  broken.refusals.push(new Error('secret words'));
  await expect(withEngines(broken).transcribe(path, { ...settings(), channel: 0 })).rejects.toThrow(
    'no engine of the language worked (fake: the connection was lost)',
  );
  await expect(withEngines().transcribe(path, { ...settings(), channel: 0 })).rejects.toThrow(
    'no engine recognizes the language',
  );
});

test('stops while an engine works', async () => {
  const path = recording(2_000, [[500, 1_000]], []);
  const slow = new FakeStt(REAL_TIMERS);
  slow.finals.push('silence');
  const stop = new AbortController();
  const written = withEngines(slow).transcribe(path, { language: null, channel: 0, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 30);
  await expect(written).rejects.toThrow('enough');
});

test('closes a connection that opens after the end of the work', async () => {
  const path = recording(2_000, [[500, 1_000]], []);
  const slow = new FakeStt(REAL_TIMERS);
  const close = jest.fn();
  let open: () => void = () => undefined;
  jest
    .spyOn(slow, 'open')
    .mockImplementation(
      () => new Promise((made) => (open = () => made({ feed: jest.fn(), end: jest.fn(), close }))),
    );
  const stop = new AbortController();
  const written = withEngines(slow).transcribe(path, { language: null, channel: 0, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 30);
  await expect(written).rejects.toThrow('enough');
  open();
  await new Promise(setImmediate);
  expect(close).toHaveBeenCalledTimes(1);
});

test.each([
  ['no WAV file', Buffer.from('ID3, and no WAV file at all'), 'this is no WAV file'],
  ['too short', Buffer.from('RIFF'), 'this is no WAV file'],
  ['without audio', wavHeader(2, 0).subarray(0, 36), 'the WAV file holds no audio'],
])('rejects a recording that is %s', async (_, bytes, problem) => {
  const path = join(folder, 'other.wav');
  writeFileSync(path, bytes);
  const written = withEngines(new FakeStt(REAL_TIMERS)).transcribe(path, { ...settings(), channel: 0 });
  await expect(written).rejects.toThrow(problem);
});

test('omits characters that no database stores from what an engine recognized', async () => {
  const path = recording(3_000, [[1_000, 1_800]], []);
  const engine = new FakeStt(REAL_TIMERS);
  engine.finals.push('\0Ha\ud800an. ');
  const turns = await withEngines(engine).transcribe(path, { ...settings(), channel: 0 });
  expect(turns.map(({ text }) => text)).toEqual(['Haan.']);
});

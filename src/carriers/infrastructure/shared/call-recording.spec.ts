import { statSync } from 'node:fs';
import { caughtWarnings } from '../../../../test/harness/caught-warnings';
import { temporaryFolder } from '../../../../test/harness/temporary-folder';
import type { LegRecording, MediaLeg } from '../../../media';
import { finishRecording, recordLeg } from './call-recording';

const folder = temporaryFolder();
let logged: unknown[];
beforeEach(() => (logged = caughtWarnings()));
afterAll(() => folder.remove());

const legOf = (record: MediaLeg['record']) => ({ record }) as unknown as MediaLeg;

test('logs why a recording cannot begin, and stores silence of the length of the talk', async () => {
  const path = `${folder.path}/call_1.1.wav`;
  const recording = await recordLeg(
    legOf(() => Promise.reject(new Error('disk full'))),
    path,
  );
  expect([recording, logged]).toEqual([
    null,
    [expect.stringMatching(/^the recording call_1\.1\.wav cannot begin: .*disk full/)],
  ]);
  await expect(finishRecording(recording, path, 1_500)).resolves.toMatchObject({ path, lengthMs: 1_500 });
  expect(statSync(path).size).toBe(44 + 1_500 * 32);
});

test('a talk without a recording on a disk that has no room for silence either', async () => {
  await expect(finishRecording(null, `${folder.path}/none/call_1.1.wav`, 1_500)).resolves.toBeNull();
});

test('records nothing without a path', async () => {
  const record = jest.fn();
  const recording = await recordLeg(legOf(record), null);
  expect([recording, await finishRecording(recording, null, 1_500)]).toEqual([null, null]);
  expect(record).not.toHaveBeenCalled();
});

test('has the recorded file', async () => {
  const file = { path: 'x', lengthMs: 20, lostMs: 0 };
  const recording: LegRecording = { startedMs: 0, stop: () => undefined, finished: Promise.resolve(file) };
  await expect(finishRecording(recording, 'x', 1_500)).resolves.toBe(file);
});

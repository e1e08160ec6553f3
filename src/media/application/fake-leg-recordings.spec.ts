import { FakeLegs } from '../../../test/harness/fake-legs';
import type { RecordingStore } from './recording-files';

test('records sent audio left and received audio right, for any kind of leg', async () => {
  const samples = new Map<number, number>();
  const store: RecordingStore = {
    write: (bytes, position) => {
      new Int16Array(bytes.slice().buffer).forEach((sample, at) => samples.set(position + 2 * at, sample));
      return Promise.resolve();
    },
    truncate: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const legs = new FakeLegs(() => Promise.resolve(store));
  const { leg, phone } = await legs.open();
  leg.onAnswered();
  const started = leg.record('both.wav');
  await legs.advance(20);
  const recording = await started;
  void leg.play(new Int16Array(1_600).fill(1_000));
  phone.speak(new Int16Array(1_600).fill(-2_000));
  await legs.advance(200);
  recording.stop();
  await legs.advance(20);
  await expect(recording.finished).resolves.toMatchObject({ lengthMs: 220 });
  const at = (ms: number) => [samples.get(44 + ms * 32), samples.get(46 + ms * 32)];
  expect([at(10), at(30), at(120), at(210)]).toEqual([
    [0, 0],
    [1_000, -2_000],
    [1_000, -2_000],
    [1_000, -2_000],
  ]);
});

test('begins at once, however slowly the disk creates the file', async () => {
  const samples = new Map<number, number>();
  let open: (store: RecordingStore) => void = () => undefined;
  const legs = new FakeLegs(() => new Promise((made) => (open = made)));
  const { leg, phone } = await legs.open();
  leg.onAnswered();
  phone.speak(new Int16Array(1_600).fill(-2_000));
  const started = leg.record('slow.wav');
  await legs.advance(3_000);
  open({
    write: (bytes, position) => {
      new Int16Array(bytes.slice().buffer).forEach((sample, at) => samples.set(position + 2 * at, sample));
      return Promise.resolve();
    },
    truncate: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  const recording = await started;
  expect(recording.startedMs).toBe(0);
  recording.stop();
  await legs.advance(20);
  await expect(recording.finished).resolves.toMatchObject({ lengthMs: 3_000, lostMs: 0 });
  expect(samples.get(46 + 100 * 32)).toBe(-2_000);
});

test('stops a recording whose file cannot be created, and records the next one', async () => {
  const store = {
    write: () => Promise.resolve(),
    truncate: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const made = [Promise.reject(new Error('disk full')), Promise.resolve(store)];
  const legs = new FakeLegs(() => made.shift() as Promise<RecordingStore>);
  const { leg } = await legs.open();
  leg.onAnswered();
  const failed = leg.record('none.wav');
  void expect(failed).rejects.toThrow('disk full');
  await legs.advance(1_000);
  await failed.catch(() => undefined);
  const started = leg.record('next.wav');
  await legs.advance(200);
  const recording = await started;
  recording.stop();
  await legs.advance(20);
  await expect(recording.finished).resolves.toMatchObject({ lengthMs: 200 });
});

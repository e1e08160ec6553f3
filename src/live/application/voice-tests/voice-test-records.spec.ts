import { HandMovedTime } from '../../../../test/harness/simulated-network';
import type { VoiceTestState } from '../../domain/voice-test';
import type { TestEnd } from './voice-test-end';
import { VoiceTestRecords } from './voice-test-records';

const TURNS = [{ speaker: 'contact', text: 'Yes.', startMs: 0, endMs: 500 }] as const;
const END: TestEnd = { by: 'agent', reason: null };

/** Records of one running test, whose database is away for `awayMs`. */
function setUp(awayMs: number, status: VoiceTestState['status'] = 'talking') {
  const time = new HandMovedTime();
  const beganMs = time.nowMs;
  const state = { id: 'vtest_1', status, startedAt: new Date(beganMs), turns: [], maxSeconds: 600 };
  const stored: VoiceTestState[] = [];
  const database = <T>(result: T) =>
    time.nowMs - beganMs < awayMs ? Promise.reject(new Error('away')) : Promise.resolve(result);
  const tests = {
    lock: () => database(state),
    byId: () => database({ ...state, endedBy: 'person', reason: 'It was ended.' }),
    update: (test: VoiceTestState) => database(stored.push(test)),
  };
  const records = new VoiceTestRecords(
    { run: (work: () => unknown) => work() } as never,
    { now: () => new Date(time.nowMs) } as never,
    tests as never,
    { release: () => database(undefined) } as never,
    null as never,
    null as never,
  );
  return { time, records, stored };
}

test('stores the end of a talk when the database is back, at the time when it was', async () => {
  const { time, records, stored } = setUp(20_000);
  await time.move(8_000);
  const closing = records.close('vtest_1', { ...END, delayMs: 90 }, TURNS, time);
  const shown = records.storedEnd('vtest_1', closing, END, time);
  await time.move(1_500);
  await expect(shown).resolves.toEqual(END);
  await time.move(12_000);
  await expect(closing).resolves.toMatchObject({ status: 'ended' });
  expect(stored).toMatchObject([
    {
      status: 'ended',
      endedBy: 'agent',
      durationSeconds: 8,
      delayMs: 90,
      turns: TURNS,
      outcomeState: 'pending',
    },
  ]);
});

test('fails a talk that could not begin', async () => {
  const { time, records, stored } = setUp(0, 'waiting');
  await records.close('vtest_1', { by: 'service', reason: 'Not ready.', isFailure: true }, [], time);
  expect(stored).toMatchObject([{ status: 'failed', reason: 'Not ready.', endedBy: 'service' }]);
});

test('has the end of another process that was first', async () => {
  const { time, records } = setUp(0, 'ended');
  const closing = records.close('vtest_1', END, TURNS, time);
  await expect(records.storedEnd('vtest_1', closing, END, time)).resolves.toEqual({
    by: 'person',
    reason: 'It was ended.',
  });
});

test('gives up after ten minutes', async () => {
  const { time, records } = setUp(Infinity);
  const closing = records.close('vtest_1', END, TURNS, time);
  const failed = expect(closing).rejects.toThrow('away');
  await time.move(610_000);
  await failed;
});

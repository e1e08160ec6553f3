import { FakeLiveSocket } from '../../../../test/harness/live-socket';
import { HandMovedTime, settled } from '../../../../test/harness/simulated-network';
import type { TalkBrief } from '../../../shared-kernel/talk';
import type { VoiceTestState } from '../../domain/voice-test';
import { VoiceTestTalk, type VoiceTestTalkOptions } from './voice-test-talk';

const ignore = () => undefined;

/** A talk whose agent hangs up at once, and whose recording ends when `finished` does. */
function testOptions(finished: Promise<null>, close: (end: object) => Promise<object>) {
  const leg = {
    begin: ignore,
    setDirection: ignore,
    onAnswered: ignore,
    statistics: () => Promise.resolve(null),
    close: () => Promise.resolve(null),
    record: () => Promise.resolve({ stop: ignore, finished }),
  };
  const line = { setHold: ignore, key: ignore, end: ignore, nowMs: () => 1_000, close: ignore };
  const pending = { prepare: ignore, isReady: () => Promise.resolve(true), answer: () => line, drop: ignore };
  return {
    timers: new HandMovedTime(),
    talks: {
      lines: { open: () => pending },
      talk: { run: () => Promise.resolve({ cause: 'hung_up', by: 'agent' }) },
      recordings: { pathOf: () => Promise.resolve('r.wav'), store: () => Promise.resolve(true) },
    },
    media: { openStream: () => Promise.resolve(leg) },
    streams: { onMoved: ignore },
    records: {
      begin: () => Promise.resolve(true),
      close: (_id: string, end: object) => close(end),
      storedEnd: (_id: string, _stored: unknown, end: object) => Promise.resolve(end),
      storeRecording: () => Promise.resolve(),
    },
    onDelay: ignore,
    onDropped: ignore,
    onEnded: jest.fn(),
  } as unknown as VoiceTestTalkOptions;
}

/** A test that its agent has ended, and whose recording is being finished. */
async function endedByAgent(closed: Promise<object> = Promise.resolve({})) {
  let finish: (file: null) => void = ignore;
  const finished = new Promise<null>((resolve) => (finish = resolve));
  const ends: object[] = [];
  const options = testOptions(finished, (end) => {
    ends.push(end);
    return closed;
  });
  const test = { id: 'vtest_1', maxSeconds: 600, recording: 'awaited', stt: 'openai' } as VoiceTestState;
  const talk = new VoiceTestTalk(test, {} as TalkBrief, 'ses_1', options);
  const socket = new FakeLiveSocket();
  talk.attach(socket.asSocket);
  socket.says({ type: 'begin' });
  await settled();
  const finishRecording = async () => {
    await settled();
    finish(null);
    await settled();
  };
  return { talk, socket, ends, options, finish: finishRecording };
}

test.each<[what: string, act: (driver: Awaited<ReturnType<typeof endedByAgent>>) => void]>([
  ['the person hangs up', ({ socket }) => socket.says({ type: 'hang_up' })],
  ['the person signs out', ({ talk, socket }) => talk.attach(socket.asSocket).signOut()],
  ['another process ends the test', ({ talk }) => talk.end('person', null)],
])(
  'reports the agent as who ended the talk, whoever ends it while the recording is finished: %s',
  async (_, act) => {
    const driver = await endedByAgent();
    act(driver);
    await driver.finish();
    expect(driver.ends).toMatchObject([{ by: 'agent', reason: null }]);
  },
);

test('sends the end to the page, and is over once it is stored', async () => {
  let store: (state: object) => void = ignore;
  const { talk, socket, options, finish } = await endedByAgent(new Promise((resolve) => (store = resolve)));
  let isOver = false;
  void talk.over.then(() => (isOver = true));
  await finish();
  expect(socket.texts.at(-1)).toEqual({ type: 'ended', ended_by: 'agent', reason: null });
  expect([isOver, jest.mocked(options.onEnded).mock.calls.length]).toEqual([false, 0]);
  store({});
  await settled();
  expect([isOver, jest.mocked(options.onEnded).mock.calls.length]).toEqual([true, 1]);
});

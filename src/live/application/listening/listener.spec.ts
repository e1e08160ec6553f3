import { FakeLiveSocket } from '../../../../test/harness/live-socket';
import { HandMovedTime, settled } from '../../../../test/harness/simulated-network';
import type { RunningCall } from '../../../carriers';
import { deferred } from '../../../platform/kernel/async/deferred';
import { Listener } from './listener';

type Tap = Parameters<RunningCall['tap']>[0];
type End = Parameters<Parameters<RunningCall['onEnded']>[0]>[0];

/** A page that listens to a call of an agent. */
async function listening({ mayEnd = true, begin = Promise.resolve(true) } = {}) {
  const timers = new HandMovedTime();
  const removed = { tap: jest.fn(), observer: jest.fn(), end: jest.fn() };
  let sound: Tap = () => undefined;
  let endCall: (end: End) => void = () => undefined;
  const agent = { talk: { add: () => removed.observer }, end: jest.fn() };
  const call = {
    sides: ['agent', 'contact'],
    answeredAt: timers.now() - 1_234.4,
    agent,
    tap: (listener: Tap) => {
      sound = listener;
      return removed.tap;
    },
    onEnded: (listener: (end: End) => void) => {
      endCall = listener;
      return removed.end;
    },
  } as unknown as RunningCall;
  const [end, onEnded] = [jest.fn(() => Promise.resolve()), jest.fn()];
  const record = { begin: () => begin, end };
  const options = { timers, id: 'lsn_1', sessionId: 'ses_1', mayEnd, record, onDropped: jest.fn(), onEnded };
  const listener = new Listener(call, options);
  const socket = new FakeLiveSocket();
  listener.attach(socket.asSocket);
  await settled();
  return { timers, removed, agent, listener, socket, end, onEnded, sound, endCall };
}

const counts = ({ tap, observer, end }: Record<'tap' | 'observer' | 'end', jest.Mock>) =>
  [tap, observer, end].map(({ mock }) => mock.calls.length);

test('sends both sides of the call, with the time since the answer', async () => {
  const { socket, sound } = await listening();
  expect(socket.texts).toEqual([
    { type: 'ready', sides: ['agent', 'contact'], elapsed_ms: 1_234, resume: expect.any(String) },
  ]);
  sound(0x01_02_03, Buffer.alloc(800, 5), Buffer.alloc(800, 6));
  const message = Buffer.concat([Buffer.of(0, 1, 2, 3), Buffer.alloc(800, 5), Buffer.alloc(800, 6)]);
  expect(Buffer.from(socket.sounds[0]!)).toEqual(message);
});

test('leaves nothing in the call after its page has closed the socket', async () => {
  const { socket, removed, end, onEnded } = await listening();
  socket.emit('close', 1_000, Buffer.alloc(0));
  await settled();
  expect(counts(removed)).toEqual([1, 1, 1]);
  expect([end.mock.calls, onEnded.mock.calls]).toEqual([[[0]], [[]]]);
});

test('ends after 5 s without its page, which are not counted', async () => {
  const { timers, socket, removed, end } = await listening();
  socket.emit('close', 1_006, Buffer.alloc(0));
  expect(counts(removed)).toEqual([1, 1, 0]);
  await timers.move(4_999);
  expect(end).not.toHaveBeenCalled();
  await timers.move(1);
  expect(counts(removed)).toEqual([1, 1, 1]);
  expect(end.mock.calls).toEqual([[5_000]]);
});

test('ends with the call, once', async () => {
  const { socket, end, onEnded, endCall } = await listening();
  endCall({ by: 'contact' });
  endCall({ by: 'agent' });
  await settled();
  expect(socket.texts.slice(1)).toEqual([{ type: 'ended', ended_by: 'contact', reason: null }]);
  expect(socket.close.mock.calls).toEqual([[1_000]]);
  expect([end.mock.calls, onEnded.mock.calls]).toEqual([[[0]], [[]]]);
});

test('lets a page hear nothing before its listening is stored, nor when it cannot be', async () => {
  const begin = deferred<boolean>();
  const { socket, end, removed } = await listening({ begin: begin.promise });
  expect(socket.texts).toEqual([]);
  begin.resolve(false);
  await settled();
  const reason = 'The audit log could not be written.';
  expect(socket.texts).toEqual([{ type: 'ended', ended_by: 'service', reason }]);
  expect([counts(removed), end.mock.calls]).toEqual([[0, 0, 1], []]);
});

test('leaves out a page that is gone when its listening is stored', async () => {
  const begin = deferred<boolean>();
  const { socket, end, removed } = await listening({ begin: begin.promise });
  socket.emit('close', 1_006, Buffer.alloc(0));
  begin.resolve(true);
  await settled();
  expect([socket.texts, counts(removed), end.mock.calls]).toEqual([[], [0, 0, 0], []]);
});

test.each([true, false])('ends the call for a person who may end calls: %p', async (mayEnd) => {
  const { socket, agent } = await listening({ mayEnd });
  socket.says({ type: 'begin' });
  expect(agent.end).not.toHaveBeenCalled();
  socket.says({ type: 'hang_up' });
  expect(agent.end).toHaveBeenCalledTimes(mayEnd ? 1 : 0);
});

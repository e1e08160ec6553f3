import { FakeLiveSocket } from '../../../test/harness/live-socket';
import { HandMovedTime, settled } from '../../../test/harness/simulated-network';
import type { HostMessage } from '../domain/live-message';
import { LiveConnection } from './live-connection';

const FRAME = Buffer.alloc(160, 0xff);
const ignore = () => undefined;

function connection({ onSound }: { onSound: (() => void) | null } = { onSound: ignore }) {
  const socket = new FakeLiveSocket();
  const timers = new HandMovedTime();
  const calls = { onMessage: jest.fn(), onEnd: jest.fn(), onDropped: jest.fn() };
  const waitingMs = () => Promise.resolve(0);
  const options = { timers, waitingMs, onSound, onDelay: ignore, ...calls };
  const live = new LiveConnection(socket.asSocket, options);
  const receive = (data: Buffer | string) =>
    socket.emit('message', Buffer.from(data), data instanceof Buffer);
  return { socket, live, timers, receive, ...calls };
}

const READY = { type: 'ready' } as HostMessage;

test('counts no sound before `ready` in received_ms', async () => {
  const { socket, live, receive } = connection();
  receive(FRAME);
  live.send(READY);
  receive(FRAME);
  receive(FRAME);
  receive('{"type":"ping","t":1,"received_ms":0}');
  await settled();
  expect(socket.texts[1]).toMatchObject({ type: 'pong', received_ms: 40 });
});

test('requires no acknowledgement of sound that was sent before `ready`', () => {
  const { socket, live } = connection();
  for (let sent = 0; sent < 200; sent++) live.sendSound(FRAME, 20);
  expect(socket.sounds).toHaveLength(150);
  live.send(READY);
  for (let sent = 0; sent < 200; sent++) live.sendSound(FRAME, 20);
  expect(socket.sounds).toHaveLength(300);
});

test('reports what it left out each second, and closes a page that takes no sound for 5 s', async () => {
  const { socket, live, timers, onDropped, onEnd } = connection();
  for (let sent = 0; sent < 160; sent++) live.sendSound(FRAME, 20);
  await timers.move(4_999);
  expect(socket.texts).toEqual([{ type: 'lag', dropped_ms: 200 }]);
  expect([onDropped.mock.calls, onEnd.mock.calls]).toEqual([[[200]], []]);
  await timers.move(1);
  expect([socket.close.mock.calls, onEnd.mock.calls]).toEqual([[[4_008]], [['broken']]]);
  live.sendSound(FRAME, 20);
  live.send(READY);
  expect([socket.sounds.length, socket.texts.length]).toEqual([150, 1]);
  expect(socket.terminate).not.toHaveBeenCalled();
  await timers.move(1_000);
  expect(socket.terminate).toHaveBeenCalledTimes(1);
  expect(timers.waiting).toBe(0);
});

test('sends a ping each 20 s', async () => {
  const { socket, timers } = connection();
  await timers.move(19_999);
  expect(socket.ping).not.toHaveBeenCalled();
  await timers.move(20_001);
  expect(socket.ping).toHaveBeenCalledTimes(2);
});

test('cuts off a page for which too much waits', () => {
  const { socket, live } = connection();
  socket.bufferedAmount = 262_144;
  live.sendSound(FRAME, 20);
  expect(socket.terminate).not.toHaveBeenCalled();
  socket.bufferedAmount += 1;
  live.sendSound(FRAME, 20);
  expect([socket.terminate.mock.calls.length, socket.sounds.length]).toEqual([1, 1]);
});

test('sends nothing on a socket that is closing', () => {
  const { socket, live } = connection();
  socket.readyState = 2;
  live.send(READY);
  live.sendSound(FRAME, 20);
  expect([socket.texts, socket.sounds]).toEqual([[], []]);
});

test.each([
  [1_000, 'left'],
  [1_005, 'left'],
  [4_001, 'signed_out'],
  [1_001, 'broken'],
  [1_006, 'broken'],
])('takes the close code %i for %p', (code, end) => {
  const { socket, timers, receive, onMessage, onEnd } = connection();
  socket.emit('close', code);
  socket.emit('close', 1_006);
  receive('{"type":"begin"}');
  expect([onEnd.mock.calls, onMessage.mock.calls]).toEqual([[[end]], []]);
  // The end of a socket that does not answer a close.
  expect(timers.waiting).toBe(1);
});

test.each<[what: string, data: Buffer | string, onSound: (() => void) | null]>([
  ['a binary of another length', Buffer.alloc(161), ignore],
  ['a text that is no JSON', 'begin', ignore],
  ['sound that the page may not send', FRAME, null],
])('closes a socket with 4009 for %s', (_, data, onSound) => {
  const { socket, receive, onEnd } = connection({ onSound });
  receive(data);
  receive(data);
  expect([socket.close.mock.calls, onEnd.mock.calls]).toEqual([[[4_009]], [['misused']]]);
});

test('counts texts and binaries apart: 100 binaries a second are admitted, 100 texts are not', async () => {
  for (const [data, ends] of [
    [FRAME, []],
    ['{"type":"other"}', [['misused']]],
  ] as const) {
    const { timers, receive, onEnd } = connection();
    for (let sent = 0; sent < 500; sent++) {
      receive(data);
      await timers.move(10);
    }
    expect(onEnd.mock.calls).toEqual(ends);
  }
});

test('closes a socket that sends without end, within its first second', () => {
  const { socket, receive, onMessage, onEnd } = connection();
  for (let sent = 0; sent < 20_000; sent++) receive('{"type":"key","key":"5"}');
  expect(onEnd.mock.calls).toEqual([['misused']]);
  expect(socket.close).toHaveBeenCalledWith(4_009);
  expect(onMessage.mock.calls.length).toBeLessThan(5_000);
});

test.each(['ping', 'pong'])('closes a socket that sends a %s without end', (frame) => {
  const { socket, onEnd } = connection();
  for (let sent = 0; sent < 20_000; sent++) socket.emit(frame, Buffer.alloc(0));
  expect([socket.close.mock.calls, onEnd.mock.calls]).toEqual([[[4_009]], [['misused']]]);
});

test('reports a message that was too long to be read', () => {
  const { socket, onEnd } = connection();
  socket.emit('error', Object.assign(new Error(), { code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' }));
  socket.emit('close', 1_006);
  expect(onEnd.mock.calls).toEqual([['misused']]);
});

import { FakeLiveSocket } from '../../../test/harness/live-socket';
import type { HostMessage } from '../domain/live-message';
import { LiveConnection } from './live-connection';

const FRAME = Buffer.alloc(160, 0xff);

function connection() {
  const socket = new FakeLiveSocket();
  const ignore = () => undefined;
  const [onMessage, onEnd] = [jest.fn(), jest.fn()];
  const live = new LiveConnection(socket.asSocket, {
    timers: { now: () => 0, after: () => ignore },
    waitingMs: () => Promise.resolve(0),
    onSound: ignore,
    onMessage,
    onDelay: ignore,
    onDropped: ignore,
    onEnd,
  });
  return { socket, live, onMessage, onEnd };
}

const READY = { type: 'ready' } as HostMessage;

test('counts no sound before `ready` in received_ms', async () => {
  const { socket, live } = connection();
  socket.emit('message', FRAME, true);
  live.send(READY);
  socket.emit('message', FRAME, true);
  socket.emit('message', FRAME, true);
  socket.emit('message', Buffer.from('{"type":"ping","t":1,"received_ms":0}'), false);
  await new Promise(setImmediate);
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

test('closes a socket that sends without end, within its first second', () => {
  const { socket, onMessage, onEnd } = connection();
  const key = Buffer.from('{"type":"key","key":"5"}');
  for (let sent = 0; sent < 20_000; sent++) socket.emit('message', key, false);
  expect(onEnd.mock.calls).toEqual([['misused']]);
  expect(socket.close).toHaveBeenCalledWith(4_009);
  expect(onMessage.mock.calls.length).toBeLessThan(5_000);
});

test.each(['ping', 'pong'])('closes a socket that sends a %s without end', (frame) => {
  const { socket, onEnd } = connection();
  for (let sent = 0; sent < 20_000; sent++) socket.emit(frame, Buffer.alloc(0));
  expect(onEnd.mock.calls).toEqual([['misused']]);
});

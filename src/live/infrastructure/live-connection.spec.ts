import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import type { HostMessage } from '../domain/live-message';
import { LiveConnection } from './live-connection';

const FRAME = Buffer.alloc(160, 0xff);

class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  readonly texts: Record<string, unknown>[] = [];
  sounds = 0;
  readonly close = jest.fn();

  send(data: string | Uint8Array): void {
    if (typeof data === 'string') this.texts.push(JSON.parse(data) as Record<string, unknown>);
    else this.sounds += 1;
  }
}

function connection() {
  const socket = new FakeSocket();
  const ignore = () => undefined;
  const [onMessage, onEnd] = [jest.fn(), jest.fn()];
  const live = new LiveConnection(socket as unknown as WebSocket, {
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
  expect(socket.sounds).toBe(150);
  live.send(READY);
  for (let sent = 0; sent < 200; sent++) live.sendSound(FRAME, 20);
  expect(socket.sounds).toBe(300);
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

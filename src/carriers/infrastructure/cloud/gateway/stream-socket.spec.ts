import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { HandMovedTime } from '../../../../../test/harness/simulated-network';
import type { StreamLeg } from '../../../../media';
import { TWILIO } from '../twilio/twilio';
import { StreamSocket } from './stream-socket';

/** A stream of Twilio that has started; `send` is the carrier's side. */
function aStream() {
  const time = new HandMovedTime();
  const received: number[] = [];
  const ends: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    terminate: jest.fn(),
    close: jest.fn(),
    ping: jest.fn(),
  });
  const leg = { begin: () => undefined, receive: ({ length }: Uint8Array) => received.push(length) };
  new StreamSocket(socket as unknown as WebSocket, {
    leg: leg as unknown as StreamLeg,
    codec: TWILIO.stream,
    timers: time,
    onStarted: () => undefined,
    onKey: () => undefined,
    onEnded: (how) => ends.push(how),
  });
  const send = (message: object) => socket.emit('message', Buffer.from(JSON.stringify(message)), false);
  send({ event: 'start', start: { streamSid: 'MZ1' } });
  const payload = Buffer.alloc(160).toString('base64');
  return { time, socket, received, ends, send, audio: () => send({ event: 'media', media: { payload } }) };
}

test('receives audio of a stall at once', () => {
  const { socket, received, audio } = aStream();
  for (let at = 0; at < 1_500; at++) audio();
  expect(received).toHaveLength(1_500);
  expect(socket.terminate).not.toHaveBeenCalled();
});

test('cuts off a carrier that sends without end, and reads no more of it', () => {
  const { socket, received, ends, audio } = aStream();
  for (let at = 0; at < 20_000; at++) audio();
  expect(socket.terminate).toHaveBeenCalled();
  expect(received.length).toBeLessThan(5_000);
  socket.emit('close');
  expect(ends).toEqual(['closed']);
});

test.each(['ping', 'pong'])('cuts off a carrier that sends a %s without end', (frame) => {
  const { socket } = aStream();
  for (let at = 0; at < 20_000; at++) socket.emit(frame, Buffer.alloc(0));
  expect(socket.terminate).toHaveBeenCalled();
});

test('reads a stream for an hour', () => {
  const { time, socket, received, audio } = aStream();
  for (let at = 0; at < 180_000; at++) {
    time.nowMs += 20;
    audio();
  }
  expect(received).toHaveLength(180_000);
  expect(socket.terminate).not.toHaveBeenCalled();
});

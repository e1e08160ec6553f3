import { setTimeout as wait } from 'node:timers/promises';
import {
  client,
  closeAll,
  HOST,
  listening,
  MESSAGE,
  onEnd,
  until,
} from '../../../test/phone/harness/stream-listener';
import { STREAM_LIMITS } from './stream-flow';

afterEach(closeAll);

test('allows 100 connections of one address', async () => {
  const far = await listening();
  const sockets = await Promise.all(Array.from({ length: 110 }, () => client(far.port)));
  let open = sockets.length;
  for (const socket of sockets) socket.on('close', () => open--);
  await until(() => open === 100);
  expect(far.dropped).toHaveLength(10);
  // What closes makes room.
  sockets.at(0)?.destroy();
  await wait(50);
  const again = await client(far.port);
  again.write(MESSAGE);
  await until(() => far.received.length === 1);
});

describe('connections of strangers', () => {
  test('have 5 s for a whole message, those of known sources 30 s', async () => {
    expect(STREAM_LIMITS).toMatchObject({ strangerMs: 5_000, wholeMs: 30_000 });
    const far = await listening({ strangerMs: 200, wholeMs: 600 });
    const closed: string[] = [];
    const open = async (name: string, address: string) => {
      const socket = await client(far.port, address);
      socket.on('close', () => closed.push(name));
      return socket;
    };
    await open('known', HOST);
    await open('mute', '127.0.0.2');
    const slow = await open('slow', '127.0.0.3');
    const timer = setInterval(() => slow.write('x'), 30);
    onEnd(() => clearInterval(timer));
    await until(() => closed.length === 3);
    expect(closed[2]).toBe('known');
    expect(far.dropped).toEqual(['slow', 'slow', 'slow']);
  });

  test('are limited to 10 an address and 500 in all, beside those of known sources', async () => {
    const far = await listening();
    let open = 0;
    const connected = async (count: number, address: string) => {
      const sockets = await Promise.all(Array.from({ length: count }, () => client(far.port, address)));
      open += count;
      for (const socket of sockets) socket.on('close', () => open--).resume();
      return sockets;
    };
    const sockets = await connected(15, '127.0.0.2');
    await until(() => open === 10);
    // The newest stay: who sends a message at once gets through.
    sockets.at(-1)?.write(MESSAGE);
    await until(() => far.received.length === 1);
    for (let at = 1; at <= 60; at++) await connected(10, `127.0.1.${at}`);
    await until(() => open === 500);
    expect(far.dropped).toEqual(Array(115).fill('connections'));
    for (const socket of await connected(100, HOST)) socket.write(MESSAGE);
    await until(() => far.received.length === 101);
    expect(open).toBe(600);
  });

  test('count no longer once their messages are admitted', async () => {
    const far = await listening({ strangerMs: 1_000 }, { admits: true });
    const connected = (count: number, address: string) =>
      Promise.all(Array.from({ length: count }, () => client(far.port, address)));
    const [proxy] = await connected(1, '127.0.0.2');
    proxy?.write(MESSAGE);
    await until(() => far.received.length === 1);
    await connected(11, '127.0.0.2');
    for (let at = 1; at <= 51; at++) await connected(10, `127.0.1.${at}`);
    await until(() => far.dropped.filter((why) => why === 'connections').length >= 1);
    proxy?.write(MESSAGE.slice(0, 10));
    await wait(1_100);
    proxy?.write(MESSAGE.slice(10));
    await until(() => far.received.length === 2);
    expect(far.received[1]?.flow).toBe(far.received[0]?.flow);
  });

  test('are limited to 10 admitted ones an address', async () => {
    const far = await listening({}, { admits: true });
    const sockets = await Promise.all(Array.from({ length: 10 }, () => client(far.port, '127.0.0.2')));
    for (const socket of sockets) socket.write(MESSAGE);
    await until(() => far.received.length === 10);
    let open = 0;
    for (let count = 1; count <= 12; count++) {
      const socket = await client(far.port, '127.0.0.2');
      socket.on('close', () => open--);
      open++;
      socket.write(MESSAGE);
      await until(() => far.received.length === 10 + count);
    }
    await until(() => open === 10);
    expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
  });
});

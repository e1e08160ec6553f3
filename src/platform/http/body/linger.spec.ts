import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { linger } from './linger';

const BODY = Buffer.alloc(12 * 1_048_576, '1');
const headOf = (connection: string) =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: ${BODY.length}\r\n\r\n`;

let server: Server;
let timeoutMs: number;

beforeEach(async () => {
  timeoutMs = 10_000;
  server = createServer((request, response) => {
    linger(request, response, timeoutMs);
    response.statusCode = 401;
    // As where the rest of a request is not read.
    if (request.method === 'POST') response.shouldKeepAlive = false;
    response.end('no');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  jest.useRealTimers();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/**
 * Sends a request that the server does not read. Resolves with what came back before the connection ended, or its
 * error.
 */
function sent(connection: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    socket.on('close', () => resolve(answer));
    socket.write(Buffer.concat([Buffer.from(headOf(connection)), BODY]));
    socket.on('end', () => {
      // The answer is complete; the rest is sent anyway.
      if (socket.writableLength === 0) socket.destroy();
      else socket.once('drain', () => socket.destroy());
    });
  });
}

test.each(['close', 'keep-alive'])(
  'sends the response, not a reset, to a client that still sends (Connection: %s)',
  async (connection) => {
    for (let round = 0; round < 20; round++) {
      const answer = await sent(connection);
      expect(answer).toMatch(/^HTTP\/1.1 401 /);
      expect(answer).toMatch(/^Connection: close\r$/m);
    }
  },
);

test('closes the connection after the timeout', async () => {
  // Fake timers: time only moves when the test advances it.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  client.write(headOf('keep-alive'));
  client.resume();
  // The answer and the end of the stream arrive at once; the rest of the request is never sent.
  await new Promise((resolve) => client.once('end', resolve));
  const socket = await connected;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  jest.advanceTimersByTime(timeoutMs - 1);
  expect(socket.destroyed).toBe(false);
  jest.advanceTimersByTime(1);
  await closed;
  client.destroy();
});

test('waits for a slow sender, and closes the connection when it stops', async () => {
  timeoutMs = 300;
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined);
  client.write(headOf('keep-alive'));
  client.resume();
  const socket = await new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise((resolve) => client.once('end', resolve));
  for (let sent = 0; sent < 8; sent++) {
    await setTimeout(100);
    expect(socket.destroyed).toBe(false);
    client.write('1');
  }
  await new Promise((resolve) => socket.once('close', resolve));
  client.destroy();
});

test('does not wait for a complete request, or on a keep-alive connection', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (let round = 0; round < 3; round++) {
    const answer = await fetch(origin, { method: 'PUT', body: 'x' });
    expect([answer.status, await answer.text()]).toEqual([401, 'no']);
  }
});

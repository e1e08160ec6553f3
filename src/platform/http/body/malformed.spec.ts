import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { answerMalformed } from './malformed';

const MEBIBYTE = Buffer.alloc(1_048_576, ' ');
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';

let server: Server;

beforeEach(async () => {
  server = createServer((request) => request.resume());
  answerMalformed(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  jest.useRealTimers();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

function connection(): Socket {
  const { port } = server.address() as AddressInfo;
  return connect({ port, host: '127.0.0.1', allowHalfOpen: true });
}

/** Sends `first`, and the rest once the server has responded. Resolves with the response, or the connection's error. */
function responseTo(first: string): Promise<string> {
  return new Promise((resolve) => {
    let response = '';
    const client = connection();
    client.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    client.on('end', () => {
      resolve(response);
      client.destroy();
    });
    server.once('connection', (socket: Socket) => {
      // The response is sent, and where the server closes the connection, it is closed.
      socket.once('finish', () => {
        setImmediate(() => {
          client.write(MEBIBYTE, () => client.on('data', (chunk) => (response += chunk.toString('latin1'))));
        });
      });
    });
    client.write(first);
  });
}

test.each([
  ['a chunk size', `${HEAD}Transfer-Encoding: chunked\r\n\r\n    `],
  ['a header', `${HEAD}x y\r\n`],
  ['a method', 'nothing '],
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n'],
])('sends the response, not a reset, to a client that still sends malformed %s', async (_what, first) => {
  for (let round = 0; round < 20; round++) expect(await responseTo(first)).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ['headers', `${HEAD}A: ${'a'.repeat(20_000)}\r\n\r\n`, /16 KiB together$/],
  ['a path', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, /^must follow a path and headers/],
  ['a method', 'nothing ', /^must be HTTP$/],
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n', /another method than CONNECT$/],
])('names the right value for refused %s', async (_what, request, message) => {
  const [, body = ''] = (await responseTo(request)).split('\r\n\r\n');
  expect(JSON.parse(body)).toMatchObject({
    error: { details: { errors: [{ field: 'body', message: expect.stringMatching(message) }] } },
  });
});

test.each([
  ['is silent', '', 2_000],
  ['sends on', 'more', 14_000],
])('closes the connection of a client that %s', async (_what, more, afterMs) => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const client = connection();
  client.on('error', () => undefined);
  client.resume();
  client.write('nothing\r\n\r\n');
  const socket = await connected;
  await new Promise((resolve) => client.once('end', resolve));
  for (let nowMs = 2_000; nowMs < afterMs; nowMs += 2_000) {
    const { bytesRead } = socket;
    client.write(more);
    while (socket.bytesRead === bytesRead) await new Promise(setImmediate);
    jest.advanceTimersByTime(2_000);
  }
  expect(socket.destroyed).toBe(false);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  jest.advanceTimersByTime(2_000);
  await closed;
  client.destroy();
});

test('does not wait for a client that was too slow', async () => {
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const client = connection();
  client.on('error', () => undefined);
  let response = '';
  client.on('data', (chunk) => (response += chunk.toString('latin1')));
  const socket = await connected;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', error, socket);
  await closed;
  await new Promise((resolve) => client.once('end', resolve));
  expect(response).toMatch(/^HTTP\/1\.1 400 .*did not arrive in time/s);
  client.destroy();
});

import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { inTurn } from './service-adapter';

const ANSWER = Buffer.alloc(4 * 1_048_576, 'x');
const AHEAD = 24;

let server: Server;
let begun: string[];

beforeEach(async () => {
  begun = [];
  const listener = inTurn((request, response) => {
    begun.push(request.url ?? '');
    response.end(ANSWER);
  });
  server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

test('handles pipelined requests when those before have responses, in order', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const paths = Array.from({ length: AHEAD }, (_, at) => `/${at}`);
  socket.pause();
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  while (begun.length === 0) await setTimeout(10);
  await setTimeout(200);
  // The client reads nothing, and the first answer does not fit into the socket buffers.
  expect(begun).toEqual(['/0']);
  let bytes = 0;
  socket.on('data', (chunk) => (bytes += chunk.length));
  socket.resume();
  while (bytes < AHEAD * ANSWER.length) await setTimeout(10);
  expect(begun).toEqual(paths);
  socket.destroy();
});

test('leaves nothing behind of a client that disconnects', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.pause();
  socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(AHEAD));
  await setTimeout(100);
  socket.destroy();
  await setTimeout(100);
  expect(begun.length).toBeLessThanOrEqual(2);
});

test('does not handle what follows a response that closes the connection', async () => {
  server.removeAllListeners('request');
  const listener = inTurn((request, response) => {
    begun.push(request.url ?? '');
    // As where the rest of a request is not read.
    if (request.url === '/large') response.shouldKeepAlive = false;
    response.end('x');
  });
  server.on('request', listener);
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  socket.write('POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n');
  while (begun.length === 0) await setTimeout(10);
  await setTimeout(50);
  socket.write('12345POST /next HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  socket.end();
  await closed;
  expect(begun).toEqual(['/large']);
});

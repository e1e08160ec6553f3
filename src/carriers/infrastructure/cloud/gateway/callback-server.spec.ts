import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { CallbackServer, type CallbackReceiver } from './callback-server';

const HOST = '127.0.0.1';
const TOKEN = 'x'.repeat(43);
const STRANGE = 'y'.repeat(43);
const PER_SOURCE = 512;

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const done of cleanup.splice(0).reverse()) await done();
});

async function listening(headerMs?: number) {
  const receiver: CallbackReceiver = {
    method: (_, callbackKind) => (callbackKind === 'media' ? 'socket' : 'POST'),
    authorize: ({ token }) => Promise.resolve(token === TOKEN ? {} : 'not_found'),
    receive: () => Promise.resolve({ contentType: 'text/plain', body: 'taken' }),
    acceptStream: () => 'not_found',
    onRefused: () => undefined,
    admitLive: () => Promise.resolve(null),
  };
  const server = await CallbackServer.open(HOST, 0, receiver, headerMs);
  cleanup.push(() => server.close());
  return server.port;
}

interface Client {
  readonly socket: Socket;
  /** What came back so far. */
  text: string;
  isOpen: boolean;
}

function client(port: number, localAddress = HOST): Promise<Client> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST, localAddress });
    const mine: Client = { socket, text: '', isOpen: true };
    socket.on('data', (chunk) => (mine.text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => (mine.isOpen = false));
    socket.on('connect', () => resolve(mine));
    cleanup.push(() => socket.destroy());
  });
}

const callback = (token: string) =>
  `POST /telephony/twilio/${token}/status HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`;

async function until(done: () => boolean, withinMs = 3_000): Promise<void> {
  for (const end = Date.now() + withinMs; !done() && Date.now() < end;) await wait(10);
  expect(done()).toBe(true);
}

test('closes a connection without a complete header in time', async () => {
  const port = await listening(200);
  const mute = await client(port);
  const slow = await client(port);
  const timer = setInterval(() => slow.socket.write('x'), 30);
  cleanup.push(() => clearInterval(timer));
  await until(() => !mute.isOpen && !slow.isOpen);
});

test('allows an address 512 connections without an authentic request, and others beside them', async () => {
  const port = await listening();
  const carriers = await Promise.all(Array.from({ length: 5 }, () => client(port)));
  for (const { socket } of carriers) socket.write(callback(TOKEN));
  await until(() => carriers.every(({ text }) => text.includes('taken')));
  const crowd: Client[] = [];
  for (let round = 0; round < 6; round++) {
    crowd.push(...(await Promise.all(Array.from({ length: 100 }, () => client(port)))));
  }
  await until(() => crowd.filter(({ isOpen }) => isOpen).length === PER_SOURCE);
  expect(crowd.at(-1)?.isOpen).toBe(true);
  for (const address of [HOST, '127.0.0.2']) {
    const late = await client(port, address);
    late.socket.write(callback(TOKEN));
    await until(() => late.text.includes('taken'));
  }
  expect(carriers.map(({ isOpen }) => isOpen)).toEqual(Array(5).fill(true));
});

test('frees the connection of a refused WebSocket handshake', async () => {
  const port = await listening();
  const { socket } = await client(port);
  const ended = new Promise((resolve) => socket.on('end', resolve));
  const reset = new Promise((resolve) => socket.on('error', resolve));
  socket.allowHalfOpen = true;
  socket.write(
    `GET /telephony/twilio/${STRANGE}/media HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
  );
  await ended;
  // Our half stays open; a server that closed its whole connection resets it.
  const timer = setInterval(() => socket.write('x'), 20);
  cleanup.push(() => clearInterval(timer));
  await reset;
});

test('gives each response its own id', async () => {
  const port = await listening();
  const { socket } = await client(port);
  const mine = await client(port);
  mine.socket.write(callback(TOKEN) + callback(STRANGE));
  await until(() => !mine.isOpen);
  const ids = [...mine.text.matchAll(/^x-request-id: (req_[a-z0-9]+)\r$/gmu)].map(([, id]) => id);
  expect([mine.text.match(/HTTP\/1.1 \d+/gu), new Set(ids).size]).toEqual([
    ['HTTP/1.1 200', 'HTTP/1.1 404'],
    2,
  ]);
  let refused = '';
  socket.on('data', (chunk) => (refused += chunk.toString()));
  socket.write(
    `GET /telephony/twilio/${STRANGE}/media HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
  );
  await until(() => /^HTTP\/1.1 404 -\r\n[^]*x-request-id: req_/u.test(refused));
});

const UPGRADE = 'connection: Upgrade\r\nupgrade: websocket\r\n';
const asked = (line: string, headers: string) => `${line} HTTP/1.1\r\n${headers}\r\n`;
const status = `/telephony/twilio/${TOKEN}/status`;
const media = `/telephony/twilio/${TOKEN}/media`;

test.each([
  ['an expectation that Node refuses', asked(`GET ${status}`, 'host: x\r\nexpect: more\r\n'), 405],
  ['no Host', asked(`GET ${status}`, ''), 405],
  ['an upgrade with the wrong method', asked(`POST ${media}`, `host: x\r\n${UPGRADE}`), 405],
  ['an upgrade where there is no socket', asked(`GET ${status}`, `host: x\r\n${UPGRADE}`), 405],
  ['an upgrade at an unknown path', asked('POST /telephony', `host: x\r\n${UPGRADE}`), 404],
])('refuses a request with %s as any other', async (_, text, expected) => {
  const mine = await client(await listening());
  mine.socket.write(text);
  await until(() => !mine.isOpen);
  expect(mine.text).toMatch(new RegExp(`^HTTP/1.1 ${expected} `));
  expect(mine.text).toMatch(/^x-request-id: req_[a-z0-9]+\r$/mu);
  if (expected === 405) expect(mine.text).toMatch(/^allow: (GET|POST)\r$/mu);
});

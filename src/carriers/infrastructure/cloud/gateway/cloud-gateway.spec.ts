import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { freePort } from '../../../../../test/harness/free-port';
import {
  cloudGatewayDriver,
  INBOUND,
  LATER,
  LEG,
  ORIGIN,
  OTHERS,
  OVER,
} from '../../../../../test/harness/cloud-gateway-driver';
import { deferred } from '../../../../platform/kernel/async/deferred';
import { CloudGateway, type CloudGatewayOptions } from './cloud-gateway';

let opened: Awaited<ReturnType<typeof cloudGatewayDriver>>;
beforeAll(async () => {
  opened = await cloudGatewayDriver();
});
afterAll(() => opened.stack.close());

test.each([
  ['a callback', `/${LEG}/status?by=query`, 'POST', [200, 'noted']],
  ['a callback about what is over', `/${OVER}/status`, 'POST', [200, 'noted']],
  ['a callback about a call that another process holds', `/${OTHERS}/status`, 'POST', [503, '']],
  ['what to do with an answered call', `/${LEG}/answer`, 'GET', [200, 'join them']],
  ['the same by a method that is not the carrier’s', `/${LEG}/answer`, 'POST', [405, '']],
  ['what to do with a call that is over', `/${OVER}/answer`, 'GET', [200, 'reject']],
  ['a recording of what is over', `/${OVER}/recording`, 'POST', [200, 'noted']],
  ['the trunk’s token for a recording', `/${INBOUND}/recording`, 'POST', [404, '']],
  ['a call that comes in', `/${INBOUND}/inbound?to=%2B1`, 'GET', [200, 't takes +1']],
  ['the end of a call that came in', `/${INBOUND}/inbound?id=C2&over`, 'GET', [200, 'noted']],
  ['a call that is none', `/${INBOUND}/inbound`, 'GET', [200, 'reject']],
  ['a leg’s token for a call that comes in', `/${LEG}/inbound?to=%2B1`, 'GET', [404, '']],
  ['the trunk’s token for a leg', `/${INBOUND}/status`, 'POST', [404, '']],
  ['a token that is nobody’s', `/${'x'.repeat(43)}/status`, 'POST', [404, '']],
  ['something else', `/${LEG}/hello`, 'POST', [404, '']],
  ['a callback by another method', `/${LEG}/status`, 'GET', [405, '']],
  ['a call by another method', `/${INBOUND}/inbound`, 'POST', [405, '']],
  ['a body that is too long', `/${LEG}/status`, 'POST', [404, ''], 'x'.repeat(65_537)],
  ['a query that is too long', `/${LEG}/answer?${'x'.repeat(9_000)}`, 'GET', [404, '']],
] as const)('%s', async (_what, path, method, answer, body = 'id=C1') => {
  expect(await opened.ask(path, method, method === 'POST' ? body : undefined)).toEqual(answer);
});

test('responds to a callback once the events of the call are stored', async () => {
  const { stack, held, ask } = opened;
  const store = deferred();
  const flushes = deferred();
  stack.register('leg', held, () => {
    flushes.resolve();
    return store.promise;
  });
  let isOver = false;
  const response = ask(`/${LEG}/status`, 'POST', 'id=C1').finally(() => (isOver = true));
  await flushes.promise;
  // A later request has its response.
  await ask(`/${OVER}/status`, 'POST', 'id=C1');
  expect(isOver).toBe(false);
  store.resolve();
  expect(await response).toEqual([200, 'noted']);
  stack.register('leg', held, () => Promise.resolve());
});

test.each([
  ['answer', 'POST', 'GET'],
  ['status', 'PUT', 'POST'],
  ['media', 'GET', 'GET'],
])('returns the right method for a wrong one of /%s', async (what, method, right) => {
  const { status, headers } = await fetch(`http://${opened.here}/${LEG}/${what}`, { method });
  expect([status, headers.get('allow')]).toEqual([405, right]);
});

test('emits the end of an inbound call to its handler', async () => {
  await opened.ask(`/${INBOUND}/inbound?id=C2&over`);
  expect(opened.words.at(-1)).toMatchObject({ carrierCallId: 'C2', state: 'ended' });
});

test('announces a recording to any handler of its leg, without its address', async () => {
  const [words, told] = [opened.words.length, opened.announced.length];
  for (const token of [OVER, LEG, OTHERS])
    await opened.ask(`/${token}/recording`, 'POST', 'RecordingUrl=http://169.254.169.254/');
  expect(opened.announced.slice(told)).toEqual(['over', 'leg', 'others']);
  expect(opened.words).toHaveLength(words);
});

test('verifies the signature of the address as it was given out, with its query, and the form', async () => {
  await opened.ask(`/${LEG}/status?by=query`, 'POST', 'id=C1&more=%2B');
  expect(opened.seen.at(-1)).toMatchObject({
    kind: 'status',
    url: `${ORIGIN}/telephony/plivo/${LEG}/status?by=query`,
    form: [
      ['id', 'C1'],
      ['more', '+'],
    ],
  });
  expect(opened.words.at(-1)).toMatchObject({ carrierCallId: 'C1', carrierStatus: 'query' });
});

/** What comes back on a handshake with these headers. */
async function handshake(token: string, headers: readonly string[]): Promise<string> {
  const socket = connectTo({ port: opened.stack.port ?? 0, host: '127.0.0.1' });
  const lines = ['host: x', 'connection: Upgrade', 'upgrade: websocket', 'x-right: yes', ...headers];
  socket.write(`GET /telephony/plivo/${token}/media HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

test('allows a leg one socket, whose address is signed as wss', async () => {
  const connect = (token: string, right: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`ws://${opened.here}/${token}/media`, { headers: { 'x-right': right } });
      socket.on('error', () => undefined);
      socket.on('open', () => resolve(101));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    });
  expect(await connect(LEG, 'no')).toBe(404);
  // A failed handshake leaves the leg its one socket.
  const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
  for (const headers of [
    [],
    [key],
    [key, 'sec-websocket-version: 12'],
    ['sec-websocket-key: short', 'sec-websocket-version: 13'],
    [key, 'sec-websocket-version: 13', 'sec-websocket-protocol: a,,b'],
  ]) {
    expect(await handshake(LEG, headers)).toMatch(
      /^HTTP\/1\.1 404 -\r\ncontent-length: 0\r\nconnection: close\r\nx-request-id: req_[a-z0-9]+\r\n\r\n$/,
    );
  }
  expect(await connect(OVER, 'yes')).toBe(404);
  expect(await connect(LEG, 'yes')).toBe(101);
  expect(opened.seen.at(-1)).toMatchObject({
    kind: 'media',
    url: `wss://voice.example/telephony/plivo/${LEG}/media`,
  });
  expect(await connect(LEG, 'yes')).toBe(404);
  expect(opened.sockets).toHaveLength(1);
  expect(await opened.ask(`/${LEG}/answer`)).toEqual([200, 'reject']);
});

test('accepts with --allow callbacks of those networks alone', async () => {
  const elsewhere = await cloudGatewayDriver(['192.0.2.0/24']);
  expect(await elsewhere.ask(`/${LEG}/status`, 'POST', 'id=C1')).toEqual([404, '']);
  expect([elsewhere.seen, elsewhere.refused]).toEqual([[], ['plivo']]);
  await elsewhere.stack.close();
});

test('accepts callbacks of running calls by the previous settings of a changed trunk', async () => {
  const changed = await cloudGatewayDriver(null, 'old');
  const posted = (right: string) => changed.ask(`/${LEG}/status`, 'POST', 'id=C1', right);
  await changed.set('new');
  expect(await Promise.all(['old', 'new', 'other'].map(posted))).toEqual([
    [200, 'noted'],
    [200, 'noted'],
    [404, ''],
  ]);
  const inbound = (query: string) => changed.ask(`/${INBOUND}/inbound?${query}`, 'GET', undefined, 'old');
  expect(await Promise.all(['to=%2B1', 'id=C2', 'id=C2&over'].map(inbound))).toEqual([
    [404, ''],
    [404, ''],
    [200, 'noted'],
  ]);
  await changed.stack.sync([]);
  expect(await Promise.all(['to=%2B1', 'id=C2&over'].map(inbound))).toEqual([
    [404, ''],
    [200, 'noted'],
  ]);
  await changed.stack.close();
});

test('applies previous settings to no leg that began after the change', async () => {
  const changed = await cloudGatewayDriver(null, 'old');
  const posted = (right: string) => changed.ask(`/${LATER}/status`, 'POST', 'id=C1', right);
  await changed.set('new');
  expect(await Promise.all(['old', 'new'].map(posted))).toEqual([
    [404, ''],
    [200, 'noted'],
  ]);
  await changed.stack.close();
});

async function aGateway(options: Partial<CloudGatewayOptions>): Promise<CloudGateway> {
  return new CloudGateway({
    adapters: [],
    host: '127.0.0.1',
    port: await freePort(),
    portTaker: null,
    origin: null,
    media: {} as never,
    legs: { byToken: () => Promise.resolve(undefined) },
    now: () => new Date(0),
    onRecordingReady: () => Promise.resolve(),
    acquireQuota: () => Promise.resolve(true),
    onRefused: () => undefined,
    ...options,
  });
}

test('opens the port once, though trunks and live audio need it at the same moment', async () => {
  const opened: number[] = [];
  const gateway = await aGateway({ onOpened: (port) => opened.push(port) });
  await Promise.all([gateway.openForLive(), gateway.sync([{ id: 't' } as never])]);
  await gateway.close();
  expect(opened).toHaveLength(1);
});

test('does not open the port of the API, which could not listen then', async () => {
  const port = await freePort();
  const gateway = await aGateway({ port, portTaker: 'PORT' });
  await gateway.openForLive();
  expect(gateway.port).toBeNull();
  const reason = `port ${port} is in use: MEDIA_PORT is PORT`;
  expect(gateway.health('t')).toEqual({ state: 'down', reason });
});

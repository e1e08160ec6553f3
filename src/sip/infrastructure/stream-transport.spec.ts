import { type Server, createServer } from 'node:net';
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
import { StreamTransport } from './stream-transport';

afterEach(closeAll);

const target = (port: number) => ({ transport: 'tcp', address: HOST, port }) as const;

test('uses one connection for all requests to a target, and another after it closed', async () => {
  const far = await listening();
  const near = await listening();
  const [first, same] = await Promise.all([
    near.transport.open(target(far.port)),
    near.transport.open(target(far.port)),
  ]);
  expect(same).toBe(first);
  expect(first.local.port).toBe(near.port);
  first.send(MESSAGE);
  await until(() => far.received.length === 1);
  expect(far.received[0]?.flow.inbound).toBe(true);
  let closed = 0;
  first.onClosed(() => closed++);
  far.received[0]?.flow.close();
  await until(() => closed === 1);
  expect(near.transport.find(target(far.port))).toBeUndefined();
  // A listener that comes too late is told all the same.
  first.onClosed(() => closed++);
  await until(() => closed === 2);
  first.send(MESSAGE);
  expect(await near.transport.open(target(far.port))).not.toBe(first);
});

test('fails a refused connection at once, and one without a response after its timeout', async () => {
  const near = await listening();
  const closed = await listening();
  await closed.transport.close();
  await expect(near.transport.open(target(closed.port))).rejects.toMatchObject({ why: 'refused' });
  // A full backlog of a server that accepts nothing.
  const stuck: Server = createServer();
  await new Promise<void>((resolve) => {
    stuck.listen({ port: 0, host: HOST, backlog: 1 }, resolve);
  });
  onEnd(() => stuck.close());
  const begun = performance.now();
  const tls = new StreamTransport(
    'tls',
    { isKnown: () => true, onReceived: () => undefined, onDropped: () => undefined },
    STREAM_LIMITS,
    300,
  );
  const { port } = stuck.address() as { port: number };
  await expect(tls.open({ ...target(port), transport: 'tls' })).rejects.toMatchObject({ why: 'timeout' });
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('reads messages in single octets, several in one piece, and pings', async () => {
  const far = await listening({}, { answer: true });
  const socket = await client(far.port);
  const back: string[] = [];
  socket.on('data', (chunk) => back.push(chunk.toString()));
  socket.setNoDelay(true);
  for (const octet of MESSAGE) {
    socket.write(octet);
    if (octet === '\n') await wait(1);
  }
  socket.write(MESSAGE + MESSAGE);
  await until(() => far.received.length === 3);
  socket.write('\r\n\r\n');
  await until(() => back.join('').endsWith('\r\n\r\n\r\n'));
});

test.each([
  ['no length', 'OPTIONS sip:a@b SIP/2.0\r\n\r\n'],
  ['too large', 'x'.repeat(70_000)],
])('closes a connection that cannot be read any further: %s', async (_what, octets) => {
  const far = await listening();
  const socket = await client(far.port);
  let closed = false;
  socket.on('close', () => (closed = true));
  socket.write(octets);
  await until(() => closed);
  expect(far.dropped).toEqual(['oversize']);
});

test('requires a whole message in time, one of a new connection, and closes idle ones', async () => {
  const far = await listening({ wholeMs: 100, idleMs: 300 });
  const [slow, mute, idle] = await Promise.all([client(far.port), client(far.port), client(far.port)]);
  const closed: string[] = [];
  for (const [name, socket] of Object.entries({ slow, mute, idle }))
    socket.on('close', () => closed.push(name));
  slow.write(MESSAGE);
  idle.write(MESSAGE);
  await until(() => far.received.length === 2);
  slow.write('OPTIONS');
  // More octets do not make it whole.
  const timer = setInterval(() => slow.write('x'), 30);
  onEnd(() => clearInterval(timer));
  await until(() => closed.length === 3);
  expect(closed[2]).toBe('idle');
  expect(far.dropped).toEqual(['slow', 'slow']);
});

test('closes a connection that does not read, to bound memory', async () => {
  const far = await listening();
  const socket = await client(far.port);
  socket.write(MESSAGE);
  socket.pause();
  await until(() => far.received.length === 1);
  const flow = far.received[0]?.flow;
  const octets = 'x'.repeat(60_000);
  for (let count = 0; flow?.open && count < 1_000; count++) {
    flow.send(octets);
    if (count % 20 === 0) await wait(1);
  }
  expect(flow?.open).toBe(false);
});

import { type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Flow, TransportEvents } from '../domain/ports';
import { STREAM_LIMITS, type StreamLimits } from './stream-flow';
import { StreamTransport } from './stream-transport';

const MESSAGE = 'OPTIONS sip:a@b SIP/2.0\r\nContent-Length: 0\r\n\r\n';
const host = '127.0.0.1';

/** A listening transport and what it saw. */
async function listening(limits: Partial<StreamLimits> = {}, answer = false) {
  const received: { octets: string; flow: Flow }[] = [];
  const dropped: string[] = [];
  const events: TransportEvents = {
    isKnown: (address) => address === host,
    received: (octets, flow) => {
      received.push({ octets, flow });
      if (answer) flow.send(octets);
    },
    dropped: (reason) => dropped.push(reason),
  };
  const transport = new StreamTransport('tcp', events, { ...STREAM_LIMITS, ...limits }, 300);
  await transport.listen({ host, port: 0 });
  cleanup.push(() => transport.close());
  return { transport, received, dropped, port: transport.port ?? 0 };
}

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const done of cleanup.splice(0).reverse()) await done();
});

function client(port: number, localAddress = host): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, localAddress }, () => {
      resolve(socket);
    });
    socket.on('error', () => undefined);
    cleanup.push(() => socket.destroy());
  });
}

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; !done() && tries < 300; tries++) await wait(10);
  expect(done()).toBe(true);
}

const target = (port: number) => ({ transport: 'tcp', address: host, port }) as const;

test('one connection for all requests to a target; another after it closed', async () => {
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

test('a refused connection fails at once, one without an answer within its timeout', async () => {
  const near = await listening();
  const closed = await listening();
  await closed.transport.close();
  await expect(near.transport.open(target(closed.port))).rejects.toMatchObject({ why: 'refused' });
  // A full backlog of a server that accepts nothing.
  const stuck: Server = createServer();
  await new Promise<void>((resolve) => {
    stuck.listen({ port: 0, host, backlog: 1 }, resolve);
  });
  cleanup.push(() => stuck.close());
  const begun = performance.now();
  const tls = new StreamTransport(
    'tls',
    { isKnown: () => true, received: () => undefined, dropped: () => undefined },
    STREAM_LIMITS,
    300,
  );
  const { port } = stuck.address() as { port: number };
  await expect(tls.open({ ...target(port), transport: 'tls' })).rejects.toMatchObject({ why: 'timeout' });
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('messages cut into single octets, several in one piece, and pings', async () => {
  const far = await listening({}, true);
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
])('a connection that cannot be read any further is closed: %s', async (_what, octets) => {
  const far = await listening();
  const socket = await client(far.port);
  let closed = false;
  socket.on('close', () => (closed = true));
  socket.write(octets);
  await until(() => closed);
  expect(far.dropped).toEqual(['oversize']);
});

test('a message must be whole in time, a new connection must bring one, an idle one is closed', async () => {
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
  cleanup.push(() => {
    clearInterval(timer);
  });
  await until(() => closed.length === 3);
  expect(closed[2]).toBe('idle');
  expect(far.dropped).toEqual(['slow', 'slow']);
});

test('100 connections of one address, no more', async () => {
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

describe('strangers', () => {
  test('have 5 s for a whole message, known sources 30 s', async () => {
    expect(STREAM_LIMITS).toMatchObject({ strangerMs: 5_000, wholeMs: 30_000 });
    const far = await listening({ strangerMs: 200, wholeMs: 600 });
    const closed: string[] = [];
    const open = async (name: string, address: string) => {
      const socket = await client(far.port, address);
      socket.on('close', () => closed.push(name));
      return socket;
    };
    await open('known', host);
    await open('mute', '127.0.0.2');
    const slow = await open('slow', '127.0.0.3');
    const timer = setInterval(() => slow.write('x'), 30);
    cleanup.push(() => {
      clearInterval(timer);
    });
    await until(() => closed.length === 3);
    expect(closed[2]).toBe('known');
    expect(far.dropped).toEqual(['slow', 'slow', 'slow']);
  });

  test('hold 10 connections an address and 500 in all, and never the room of known sources', async () => {
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
    for (const socket of await connected(100, host)) socket.write(MESSAGE);
    await until(() => far.received.length === 101);
    expect(open).toBe(600);
  });
});

test('a far side that does not read loses its connection, not our memory', async () => {
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

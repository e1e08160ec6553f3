import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type PortPair, PortPool, portRange } from './port-pool';

const HOST = '127.0.0.1';
const open: PortPair[] = [];
const opened = async (pool: PortPool) => {
  const pair = await pool.open(HOST);
  open.push(pair);
  return pair;
};
afterEach(() => {
  for (const pair of open.splice(0)) pair.close();
});

test.each([
  ['0', 0],
  ['20000-20999', { first: 20_000, last: 20_999 }],
  ['20001-20003', { first: 20_001, last: 20_003 }],
  ['20001-20002', undefined],
  ['20000', undefined],
  ['30000-20000', undefined],
  ['0-70000', undefined],
  ['a-b', undefined],
  ['', undefined],
])('parses %j as the range %j', (text, range) => expect(portRange(text)).toEqual(range));

test('returns even pairs in turn, and reuses them after all others', async () => {
  const pool = new PortPool({ first: 31_001, last: 31_007 }, 0.5);
  const ports = [];
  for (let at = 0; at < 3; at++) ports.push((await opened(pool)).port);
  expect(ports).toEqual([31_004, 31_006, 31_002]);
  await expect(pool.open(HOST)).rejects.toThrow('no RTP port is free');
  open.splice(1, 1)[0]!.close();
  expect((await opened(pool)).port).toBe(31_006);
});

test('skips a pair with a port in use, be it the even or the odd one', async () => {
  const strangers = [31_012, 31_015].map((port) => createSocket('udp4').bind(port, HOST));
  await Promise.all(strangers.map((socket) => once(socket, 'listening')));
  try {
    const pool = new PortPool({ first: 31_012, last: 31_017 }, 0);
    expect((await opened(pool)).port).toBe(31_016);
    await expect(pool.open(HOST)).rejects.toThrow('no RTP port is free');
  } finally {
    for (const socket of strangers) socket.close();
  }
});

test('returns any free ports as pairs, also many at once', async () => {
  const pool = new PortPool(0, 0);
  const pairs = await Promise.all(Array.from({ length: 40 }, () => opened(pool)));
  expect(
    pairs.every(
      ({ port, rtp, rtcp }) =>
        port % 2 === 0 && rtp.address().port === port && rtcp.address().port === port + 1,
    ),
  ).toBe(true);
  expect(new Set(pairs.map(({ port }) => port)).size).toBe(40);
});

test('fails for an address of another host without a search', async () => {
  await expect(new PortPool({ first: 31_020, last: 31_021 }, 0).open('192.0.2.1')).rejects.toThrow(
    'EADDRNOTAVAIL',
  );
});

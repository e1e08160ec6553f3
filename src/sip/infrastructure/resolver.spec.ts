import type { SrvRecord } from '../domain/srv';
import { Resolver, type Server } from './resolver';

interface Zone {
  readonly srv?: Record<string, SrvRecord[]>;
  readonly addresses?: Record<string, string[]>;
}

function resolver({ srv = {}, addresses = {} }: Zone) {
  let now = 0;
  const asked: string[] = [];
  const found = <T>(zone: Record<string, T>, name: string): Promise<T> => {
    asked.push(name);
    const value = zone[name];
    return value === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(value);
  };
  const own = new Resolver(
    () => 0.5,
    () => now,
    {
      srv: (name) => found(srv, name),
      addresses: (name) => found(addresses, name),
      serverAddresses: (name) => found(addresses, name),
    },
  );
  return { own, asked, wait: (ms: number) => (now += ms) };
}

const udp = (server: string): Server => ({ server, transport: 'udp' });
const at = (targets: { address: string; port: number }[]): string[] =>
  targets.map(({ address, port }) => `${address}:${port}`);

test('needs no query for an address, with port 5060, or 5061 for TLS', async () => {
  const { own, asked } = resolver({});
  expect(at(await own.targets([udp('192.0.2.1'), udp('192.0.2.2:5070')]))).toEqual([
    '192.0.2.1:5060',
    '192.0.2.2:5070',
  ]);
  const [tls] = await own.targets([
    { server: '192.0.2.1', transport: 'tls', tls: { verify: false, ca: null } },
  ]);
  expect(tls).toEqual({
    transport: 'tls',
    address: '192.0.2.1',
    port: 5061,
    tls: { serverName: '192.0.2.1', verify: false, ca: null },
  });
  expect(asked).toEqual([]);
});

test('resolves a name without a port by SRV, then addresses, and checks the certificate of the written name', async () => {
  const record = (name: string, priority: number, port: number): SrvRecord => ({
    name,
    priority,
    weight: 1,
    port,
  });
  const { own } = resolver({
    srv: { '_sips._tcp.example.com': [record('b.example.com', 20, 5081), record('a.example.com', 10, 5071)] },
    addresses: { 'a.example.com': ['192.0.2.1', '192.0.2.2'], 'b.example.com': ['192.0.2.3'] },
  });
  const targets = await own.targets([{ server: 'example.com', transport: 'tls' }]);
  expect(at(targets)).toEqual(['192.0.2.1:5071', '192.0.2.2:5071', '192.0.2.3:5081']);
  expect(targets.map(({ tls }) => tls?.serverName)).toEqual(Array(3).fill('example.com'));
});

test('resolves a name without SRV, and one with a port without a query for SRV', async () => {
  const { own, asked } = resolver({ addresses: { 'sip.example.com': ['192.0.2.9'] } });
  expect(at(await own.targets([udp('sip.example.com')]))).toEqual(['192.0.2.9:5060']);
  expect(at(await own.targets([udp('sip.example.com:5099')]))).toEqual(['192.0.2.9:5099']);
  expect(asked).toEqual(['_sip._udp.sip.example.com', 'sip.example.com']);
});

test('omits names that do not resolve, or only to IPv6', async () => {
  const { own } = resolver({ addresses: { six: ['2001:db8::1'], four: ['192.0.2.4'] } });
  expect(at(await own.targets([udp('nowhere'), udp('six'), udp('four'), udp('not a host')]))).toEqual([
    '192.0.2.4:5060',
  ]);
  await expect(own.lookUp('six')).rejects.toMatchObject({ why: 'resolve' });
  expect(await own.lookUp('192.0.2.7')).toEqual(['192.0.2.7']);
});

test('returns all addresses of a name, at most 32', async () => {
  const many = Array.from({ length: 40 }, (_, at) => `192.0.2.${at}`);
  const { own } = resolver({ addresses: { many } });
  expect(await own.lookUp('many')).toEqual(many.slice(0, 32));
});

test('caches answers for 30 s, and retries failures', async () => {
  const { own, asked, wait } = resolver({ addresses: { four: ['192.0.2.4'] } });
  await own.lookUp('four');
  await own.lookUp('four');
  expect(asked).toEqual(['four']);
  wait(30_001);
  await own.lookUp('four');
  expect(asked).toEqual(['four', 'four']);
  await own.targets([udp('nowhere:1')]);
  await own.targets([udp('nowhere:1')]);
  expect(asked.filter((name) => name === 'nowhere')).toHaveLength(2);
});

test('locates the servers of a URI by SRV where it has no port, else by its addresses', async () => {
  const record = { name: 'a.example.com', priority: 10, weight: 1, port: 5071 };
  const gone = { name: '', priority: 0, weight: 0, port: 0 };
  const { own } = resolver({
    srv: { '_sip._tcp.example.com': [record], '_sip._udp.off.example.com': [gone] },
    addresses: {
      'a.example.com': ['192.0.2.1'],
      'example.com': ['192.0.2.80'],
      'off.example.com': ['192.0.2.81'],
    },
  });
  expect(await own.locate('example.com', 'tcp')).toEqual([{ address: '192.0.2.1', port: 5071 }]);
  expect(await own.locate('example.com', 'udp')).toEqual([{ address: '192.0.2.80', port: null }]);
  expect(await own.locate('example.com', null)).toEqual([{ address: '192.0.2.80', port: null }]);
  // A single record without a name: the service is not available there (RFC 2782).
  await expect(own.locate('off.example.com', 'udp')).rejects.toMatchObject({ why: 'resolve' });
  await expect(own.locate('nowhere', 'udp')).rejects.toMatchObject({ why: 'resolve' });
});

test('waits a second at most for the SRV records of a host that has an address', async () => {
  jest.useFakeTimers();
  try {
    const own = new Resolver(
      () => 0.5,
      () => 0,
      {
        srv: () => new Promise(() => undefined),
        addresses: () => Promise.resolve(['192.0.2.7']),
        serverAddresses: () => Promise.reject(new Error('not asked')),
      },
    );
    const located = own.locate('pbx', 'udp');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await located).toEqual([{ address: '192.0.2.7', port: null }]);
  } finally {
    jest.useRealTimers();
  }
});

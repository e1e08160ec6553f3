import { promises as dns } from 'node:dns';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { NodeDns } from './node-dns';
import { Resolver } from './resolver';

const cleanup: (() => unknown)[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const done of cleanup.splice(0)) done();
});

/** A name server; `address` is its answer to each question, null: silence. */
async function nameServer(address: readonly number[] | null) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  cleanup.push(() => socket.close());
  await once(socket, 'listening');
  const seen = { questions: 0 };
  socket.on('message', (packet, peer) => {
    seen.questions++;
    if (address === null) return;
    const question = packet.subarray(12, packet.indexOf(0, 12) + 5);
    const head = Buffer.concat([packet.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]);
    socket.send(Buffer.concat([head, question, record]), peer.port, peer.address);
  });
  return { seen, dns: new NodeDns([`127.0.0.1:${socket.address().port}`]) };
}

function resolverOn(source: NodeDns): Resolver {
  return new Resolver(
    () => 0.5,
    () => performance.now(),
    source,
  );
}

const threads = () =>
  jest.spyOn(dns, 'lookup').mockResolvedValue([{ address: '192.0.2.9', family: 4 }] as never);

test('looks up a name of Contact or Route without a thread of the process', async () => {
  const lookup = threads();
  const { dns: source } = await nameServer([192, 0, 2, 7]);
  expect(await resolverOn(source).lookUp('phone.example')).toEqual(['192.0.2.7']);
  expect(lookup).not.toHaveBeenCalled();
});

test('fails many names of a silent server in time, and reads files meanwhile', async () => {
  const lookup = threads();
  const { dns: source, seen } = await nameServer(null);
  const resolver = resolverOn(source);
  const begun = performance.now();
  const looked = Array.from({ length: 16 }, (_, index) => resolver.lookUp(`slow${index}.example`));
  const all = Promise.allSettled(looked);
  await readFile(__filename);
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect((await all).map(({ status }) => status)).toEqual(Array(16).fill('rejected'));
  expect(performance.now() - begun).toBeLessThan(4_500);
  expect(seen.questions).toBeGreaterThanOrEqual(16);
  expect(lookup).not.toHaveBeenCalled();
});

test('reads the hosts file before DNS', async () => {
  const { dns: source, seen } = await nameServer([192, 0, 2, 7]);
  expect(await resolverOn(source).lookUp('localhost')).toEqual(['127.0.0.1']);
  expect(seen.questions).toBe(0);
});

test('finds servers that operators name by the system, too: one name at a time, each once', async () => {
  const running: string[] = [];
  let most = 0;
  const lookup = jest.spyOn(dns, 'lookup').mockImplementation((async (name: string) => {
    running.push(name);
    most = Math.max(most, running.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running.splice(running.indexOf(name), 1);
    return [{ address: '192.0.2.9', family: 4 }];
  }) as never);
  const { dns: source } = await nameServer(null);
  jest.spyOn(source, 'addresses').mockRejectedValue(new Error('ENOTFOUND'));
  const found = await Promise.all([
    source.serverAddresses('pbx'),
    source.serverAddresses('pbx'),
    source.serverAddresses('sbc'),
  ]);
  expect(found).toEqual(Array(3).fill(['192.0.2.9']));
  expect([lookup.mock.calls.length, most]).toEqual([2, 1]);
});

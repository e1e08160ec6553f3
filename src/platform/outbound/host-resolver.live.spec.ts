import { createSocket, type Socket } from 'node:dgram';
import { HostResolver } from './host-resolver';

const A = 1;
const AAAA = 28;
const NXDOMAIN = 3;

/** A name server's reply: addresses as bytes, a failure code, or no reply. */
type Answer = readonly number[][] | 'nxdomain' | 'silence';

/** A test name server: one packet, one question. */
async function nameServer(answers: Record<number, Answer>): Promise<{ socket: Socket; questions: number[] }> {
  const questions: number[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (packet, peer) => {
    const end = packet.indexOf(0, 12) + 5;
    const type = packet.readUInt16BE(end - 4);
    questions.push(type);
    const answer = answers[type] ?? [];
    if (answer === 'silence') return;
    const records = answer === 'nxdomain' ? [] : answer;
    const header = Buffer.from(packet.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (answer === 'nxdomain' ? NXDOMAIN : 0), 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    const body = records.map((bytes) =>
      Buffer.from([0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    socket.send(Buffer.concat([header, packet.subarray(12, end), ...body]), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { socket, questions };
}

async function resolveWith(answers: Record<number, Answer>, name = 'hooks.example') {
  const { socket, questions } = await nameServer(answers);
  const resolver = new HostResolver();
  resolver.servers = [`127.0.0.1:${socket.address().port}`];
  const started = performance.now();
  try {
    return { addresses: await resolver.resolve(name), ms: performance.now() - started, questions };
  } finally {
    socket.close();
  }
}

const V4 = [8, 8, 8, 8];
const V6 = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

test('returns every address of both families', async () => {
  const { addresses } = await resolveWith({ [A]: [V4, [10, 0, 0, 1]], [AAAA]: [V6] });
  expect(addresses).toEqual(['8.8.8.8', '10.0.0.1', '2606:4700::1']);
});

test('returns none for a name that does not exist', async () => {
  expect(await resolveWith({ [A]: 'nxdomain', [AAAA]: 'nxdomain' })).toMatchObject({ addresses: [] });
});

test('waits half a second for a name server that never responds for one family', async () => {
  const { addresses, ms } = await resolveWith({ [A]: [V4], [AAAA]: 'silence' });
  expect(addresses).toEqual(['8.8.8.8']);
  expect(ms).toBeLessThan(1_500);
});

test('returns one family when the other has no addresses, however late that is known', async () => {
  expect(await resolveWith({ [A]: [], [AAAA]: [V6] })).toMatchObject({ addresses: ['2606:4700::1'] });
});

test('gives up a name server that never responds at all', async () => {
  const { addresses, ms } = await resolveWith({ [A]: 'silence', [AAAA]: 'silence' });
  expect(addresses).toEqual([]);
  expect(ms).toBeLessThan(9_000);
});

test('reads the hosts file first', async () => {
  const { addresses, questions } = await resolveWith({}, 'localhost');
  expect(addresses).toContain('127.0.0.1');
  expect(questions).toEqual([]);
});

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, TestApp } from '../harness/app';
import { type AnsweredNumber, answeredNumber, callFrom, Callers, opened } from '../harness/inbound';
import { compileThreads } from '../harness/sip-accounts';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';

compileThreads();

let service: TestApp;
let callers: Callers;
let called: AnsweredNumber;
const logged: string[] = [];

beforeAll(async () => {
  service = await TestApp.start({ LOG_LEVEL: 'debug' }, undefined, (line) => logged.push(line));
  // Nobody is answered: what is asked is how a call is read.
  called = await answeredNumber(service, { account: { lines: 0 }, trunk: { inboundPerSecond: '1000' } });
  await opened(service, called.trunkId);
  callers = await Callers.open(service);
});
afterAll(async () => {
  await callers.close();
  await service.stop();
});

let sent = 0;

interface Odd {
  readonly uri?: string;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly callId?: string;
  readonly contact?: string;
  readonly headers?: readonly string[];
}

/** Sends one INVITE as it stands; resolves with the statuses of the answers. */
async function invite({ uri, from, to, callId = 'odd', contact, headers = [] }: Odd): Promise<number[]> {
  const id = ++sent;
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const statuses: number[] = [];
  socket.on('message', (message) => {
    statuses.push(Number(/^SIP\/2\.0 (\d+)/.exec(message.toString('latin1'))?.[1]));
  });
  const named = (name: string, value: string | null | undefined, usual: string) =>
    value === null ? [] : [`${name}: ${value ?? usual}`];
  const number = called.phoneNumber;
  const body = `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 40000 RTP/AVP 8\r\n`;
  const text = [
    `INVITE ${uri ?? `sip:${number}@aics.example`} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK-odd${id};rport`,
    'Max-Forwards: 70',
    ...named('From', from, '<sip:+919400000001@pbx.example>;tag=odd'),
    ...named('To', to, `<sip:${number}@aics.example>`),
    `Call-ID: ${callId}${id}`,
    'CSeq: 1 INVITE',
    `Contact: ${contact ?? `<sip:odd@127.0.0.1:${port}>`}`,
    ...headers,
    'Content-Type: application/sdp',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const target = service.app.get(SipStack, { strict: false }).endpoint?.port ?? 0;
  socket.send(Buffer.from(text, 'latin1'), target, '127.0.0.1');
  for (let waited = 0; waited < 40 && !statuses.some((status) => status >= 200); waited++) await sleep(10);
  socket.close();
  return [...new Set(statuses)];
}

const HUGE = 'x'.repeat(7_900);
const BUSY = [100, 486];
const UNKNOWN = [100, 404];
const BAD = [400];

test.each<[string, Odd, number[]]>([
  ['a number with letters', { uri: 'sip:+9122CALLME@aics.example' }, UNKNOWN],
  ['a number of thirty digits', { uri: `sip:+${'9'.repeat(30)}@aics.example` }, UNKNOWN],
  ['a huge user', { uri: `sip:${HUGE}@aics.example` }, UNKNOWN],
  ['no user', { uri: 'sip:aics.example' }, UNKNOWN],
  ['an escape that is broken', { uri: 'sip:%zz@aics.example' }, BAD],
  ['escaped bytes that are no text', { uri: 'sip:%ff%fe%00@aics.example' }, UNKNOWN],
  ['SQL', { uri: `sip:'%3bDROP%20TABLE%20calls--@aics.example` }, UNKNOWN],
  ['an unknown scheme', { uri: 'mailto:a@b.example' }, [416]],
  ['a tel: URI of nobody', { uri: 'tel:+912240999999;phone-context=x' }, UNKNOWN],
  ['no To', { to: null }, BAD],
  ['no From', { from: null }, BAD],
  ['a From that is no address', { from: '<<>>;;;tag=' }, BAD],
  ['a huge display name', { from: `"${HUGE}" <sip:+919400000002@pbx.example>;tag=a` }, BUSY],
  ['a huge From user', { from: `<sip:${HUGE}@pbx.example>;tag=a` }, BUSY],
  ['a From of another scheme', { from: '<mailto:a@b.example>;tag=a' }, BUSY],
  ['an identity that is nonsense', { headers: ['P-Asserted-Identity: <<<"'] }, BUSY],
  [
    'a hundred identities',
    { headers: [`P-Asserted-Identity: ${Array(100).fill('<sip:a@b>').join(', ')}`] },
    BUSY,
  ],
  ['a huge identity', { headers: [`P-Asserted-Identity: <sip:+91${'9'.repeat(7_000)}@b>`] }, BUSY],
  ['a huge Privacy', { headers: [`Privacy: ${'id;'.repeat(2_500)}`] }, BUSY],
  ['a NUL in Record-Route', { headers: ['Record-Route: <sip:127.0.0.1;lr>;x="\0"'] }, BAD],
  [
    'a bell in Record-Route',
    { headers: ['Record-Route: <sip:127.0.0.1;lr>, "\x07" <sip:b.example;lr>'] },
    BAD,
  ],
  [
    'a Hindi name in Record-Route',
    { headers: [Buffer.from('Record-Route: "प्रिया" <sip:127.0.0.1;lr>').toString('latin1')] },
    BUSY,
  ],
  ['a NUL in Call-ID', { callId: 'odd\0' }, BAD],
  ['a NUL in the tag of From', { from: '<sip:+919400000001@pbx.example>;tag="a\0b"' }, BAD],
  ['a NUL in Contact', { contact: '<sip:o\0dd@127.0.0.1>' }, BAD],
  ['a NUL in From', { from: '"a\0b" <sip:+919400000003@pbx.example>;tag=a' }, BUSY],
])('refuses a hostile INVITE without harm: %s', async (_, odd, statuses) => {
  const before = logged.length;
  expect(await invite(odd)).toEqual(statuses);
  const lines = logged.slice(before).join('');
  for (const word of ['+919400', 'CALLME', 'DROP', 'xxxx']) expect(lines).not.toContain(word);
  expect(lines).not.toMatch(/"level":("warn"|"error"|"fatal"|[456]0)/u);
});

test('stores the valid calls, as anonymous when no number was sent', async () => {
  await eventually(async () => {
    const rows = await service.unitOfWork.rows<{ phone_number: string }>(
      `SELECT DISTINCT phone_number FROM calls WHERE account_id = $1 ORDER BY 1`,
      [called.id],
    );
    expect(rows.map((row) => row.phone_number)).toEqual([
      '+919400000001',
      '+919400000002',
      '+919400000003',
      'anonymous',
    ]);
  });
});

test.each(['', '9'])(
  'finds an account’s number that begins with the digits of the prefix "%s"',
  async (sent) => {
    const trunk = { inboundPerSecond: '1000', numberFormat: 'plain', prefix: '9' };
    const owner = await answeredNumber(service, { account: { lines: 0 }, trunk });
    await opened(service, owner.trunkId);
    const uri = `sip:${sent}${owner.phoneNumber.slice(1)}@aics.example`;
    expect(await invite({ uri, from: '<sip:919400000009@pbx.example>;tag=p' })).toEqual(BUSY);
    await callFrom(service, owner, '+919400000009', 'busy');
  },
);

test('answers a regular caller afterwards', async () => {
  const caller = callers.newCaller();
  expect(await (await callers.call(called.phoneNumber, caller)).failed).toMatchObject({ status: 486 });
  await callFrom(service, called, caller, 'busy');
});

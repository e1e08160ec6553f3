import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { parseMessage, responseTo, writeMessage } from '../../src/sip/domain/message';
import { StreamFramer } from '../../src/sip/domain/framing';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { freePort } from '../harness/free-port';
import { Registrar } from '../phone/harness/registrar';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { TestApp } from '../harness/app';
import { temporaryFolder } from '../harness/temporary-folder';
import type { TrunkCheck } from '../../src/carriers/domain/trunk-check';
import { TestAuthority } from '../harness/certificates';
import { makeTrunk } from '../harness/trunks';

const HOST = '127.0.0.1';
const PHONE = '+919800000001';

let service: TestApp;
let registrar: Registrar;

beforeAll(async () => {
  service = await TestApp.start({ SIP_HOST: HOST, SIP_PORT: '0', RTP_PORTS: '0' });
  registrar = await Registrar.open('acme', 'right');
});
afterAll(async () => {
  registrar.close();
  await hangUpAll();
  await service.stop();
});

/** Tries a trunk that the service itself leaves alone. */
async function tried(given: Record<string, unknown>, phone: string | null = null) {
  const { id } = await makeTrunk(service, 'sip', { enabled: 'no', ...given });
  const report = await new TelephonyOperations(service.app).trunkTests.test(id, phone);
  const by = new Map(report.checks.map((check) => [check.name, check]));
  return { ...report, of: (name: TrunkCheck['name']) => by.get(name) };
}

const withPassword = (password: string) => ({ server: [registrar.address], username: 'acme', password });

test('passes each check of a trunk in order', async () => {
  const { ok, checks } = await tried({ ...withPassword('right'), register: 'yes' });
  expect({ ok, checks: checks.map(({ name, ok: well }) => [name, well]) }).toEqual({
    ok: true,
    checks: [
      ['resolve', true],
      ['connect', true],
      ['options', true],
      ['register', true],
    ],
  });
  const asked = registrar.requests.filter(({ method }) => method === 'REGISTER');
  expect(asked).not.toEqual([]);
  for (const { headers } of asked) expect(headers.list('contact')).toEqual([]);
});

test('reports a wrong password for the registration, and sends it once', async () => {
  const report = await tried(withPassword('wr0ng'));
  expect(report.ok).toBe(false);
  expect(report.of('options')?.ok).toBe(true);
  expect(report.of('register')).toMatchObject({
    ok: false,
    message: expect.stringContaining('refuses the credentials'),
  });
  expect(JSON.stringify(report.checks)).not.toContain('wr0ng');
});

test('reports a name that does not resolve', async () => {
  const report = await tried({ server: ['no-such-name.invalid'] });
  expect(report.of('resolve')).toMatchObject({
    ok: false,
    message: expect.stringContaining('no-such-name.invalid has no IPv4 address'),
  });
  expect(report).toMatchObject({ ok: false });
});

test('reports a closed port at once', async () => {
  const began = performance.now();
  const report = await tried({ server: [`${HOST}:${await freePort()}`], callerId: '+911140000001' }, PHONE);
  expect(report.of('connect')).toMatchObject({
    ok: false,
    message: expect.stringContaining('nothing listens there'),
  });
  expect(report.of('invite')).toMatchObject({ ok: false, message: 'Not tried: no server can be reached.' });
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('reports a port that refuses TCP', async () => {
  const report = await tried({ server: [`${HOST}:${await freePort()}`], transport: 'tcp' });
  expect(report.of('connect')).toMatchObject({ ok: false, message: expect.stringContaining('refused') });
});

test('gives up a silent server in time', async () => {
  const mute = createSocket('udp4').bind(0, HOST);
  await once(mute, 'listening');
  const began = performance.now();
  const report = await tried({ server: [`${HOST}:${mute.address().port}`], username: 'acme', password: 'p' });
  expect(performance.now() - began).toBeLessThan(8_000);
  mute.close();
  expect(report).toMatchObject({ ok: false });
  expect(report.of('connect')?.ok).toBe(true);
  expect(report.of('options')?.message).toContain('no answer within 4 s');
  expect(report.of('register')?.message).toContain('no answer to REGISTER');
});

test('gives up a silent cloud carrier in time', async () => {
  const carrier = await FakeTwilio.open();
  carrier.broken = 'silent';
  const { id } = await makeTrunk(service, 'twilio', {
    ...FakeTwilio.trunk,
    baseUrl: carrier.url,
    enabled: 'no',
  });
  const began = performance.now();
  const { checks } = await new TelephonyOperations(service.app).trunkTests.test(id, null);
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(checks).toMatchObject([
    { ok: false, message: expect.stringContaining('did not answer within 7 s') },
  ]);
  await carrier.close();
});

test('rings no phone over a cloud trunk, and reports that no number to call from exists', async () => {
  const { id } = await makeTrunk(service, 'plivo', { enabled: 'no' });
  const commands = new TelephonyOperations(service.app);
  await expect(commands.trunkTests.test(id, PHONE)).rejects.toThrow(
    '--phone rings over a trunk of kind sip alone.',
  );
  await expect(commands.trunkTests.test('trunk_x', null)).rejects.toThrow('There is no trunk trunk_x');
  await expect(tried({ server: [registrar.address] }, PHONE)).rejects.toThrow(
    'there is no number to call from',
  );
});

(TestAuthority.isPossible ? test : test.skip)('a certificate of an unknown authority is told', async () => {
  const authority = new TestAuthority();
  const folder = temporaryFolder();
  const { cert, key } = authority.issue({ name: 'localhost' });
  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  const files = ['--tls-cert', file('c.pem', cert), '--tls-key', file('k.pem', key)];
  const phone = await Softphone.listening(HOST, '--transport', 'tls', ...files);
  const server = [`localhost:${phone.address.split(':')[1] ?? ''}`];
  const unknown = await tried({ server, transport: 'tls' });
  expect(unknown.of('connect')).toMatchObject({
    ok: false,
    message: expect.stringMatching(/\([A-Z_]+\) has a certificate that does not hold/),
  });
  const known = await tried({ server, transport: 'tls', tlsCa: file('ca.pem', authority.ca) });
  expect(known.of('connect')?.message).toContain('took the connection');
  expect(known.ok).toBe(true);
  // The certificate names the domain, not the address of the server.
  const byAddress = { server: [phone.address], transport: 'tls', tlsCa: file('ca.pem', authority.ca) };
  expect((await tried(byAddress)).of('connect')?.ok).toBe(false);
  expect((await tried({ ...byAddress, domain: 'localhost' })).of('connect')?.ok).toBe(true);
  const until = new Date(Date.now() + 13 * 86_400_000).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  const own = authority.issue({ name: 'us.example', until: `${until}Z` });
  const ours = { tlsCert: file('us.pem', own.cert), tlsKey: file('us-key.pem', own.key) };
  const expiring = await tried({ ...byAddress, domain: 'localhost', ...ours });
  expect(expiring.ok).toBe(false);
  expect(expiring.of('certificate')).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^--tls-cert expires on \d{4}-\d\d-\d\d: renew it\.$/),
  });
  folder.remove();
  authority.remove();
});

/** Answers each request over TLS with 200 and without SDP, and notes its method. */
async function wordlessAnswerer(authority: TestAuthority) {
  const methods: string[] = [];
  const server = tls.createServer(authority.issue({ name: 'localhost' }), (socket) => {
    const framer = new StreamFramer();
    socket.on('data', (chunk) => {
      for (const frame of framer.push(chunk.toString('latin1'))) {
        const { message } = 'message' in frame ? parseMessage(frame.message) : { message: null };
        if (message?.kind !== 'request') continue;
        methods.push(message.method);
        const headers = [['contact', `<sip:phone@${HOST}:${port};transport=tls>`]] as const;
        const response = responseTo(message, 200, { tag: 'phone', headers });
        if (message.method !== 'ACK') socket.write(writeMessage(response), 'latin1');
      }
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { methods, server: `localhost:${port}`, close: () => server.close() };
}

(TestAuthority.isPossible ? test : test.skip)('hangs up a phone without usable audio', async () => {
  const authority = new TestAuthority();
  const folder = temporaryFolder();
  const tlsCa = join(folder.path, 'ca.pem');
  writeFileSync(tlsCa, authority.ca);
  const answerer = await wordlessAnswerer(authority);
  const given = { server: [answerer.server], transport: 'tls', srtp: 'required', tlsCa };
  const report = await tried({ ...given, callerId: '+911140000001' }, PHONE);
  expect(report.of('invite')?.message).toContain('without usable audio');
  expect(answerer.methods.filter((method) => method !== 'OPTIONS')).toEqual(['INVITE', 'ACK', 'BYE']);
  answerer.close();
  folder.remove();
  authority.remove();
});

describe('--phone', () => {
  const CALLER = { callerId: '+911140000001' };

  test('rings, and cancels the call', async () => {
    const phone = await Softphone.listening(HOST, '--answer-after', 'never');
    const report = await tried({ server: [phone.address], ...CALLER }, PHONE);
    expect(report.of('invite')).toMatchObject({
      ok: true,
      message: expect.stringContaining('The phone rang'),
    });
    expect(report.ok).toBe(true);
    await phone.until('ended');
    expect(phone.all('answered')).toEqual([]);
  });

  test('hangs up a phone that answers without ringing', async () => {
    const phone = await Softphone.listening(HOST);
    const report = await tried({ server: [phone.address], ...CALLER }, PHONE);
    expect(report.of('invite')?.ok).toBe(true);
    await phone.until('ended');
  });

  test('reports a refusal without the number', async () => {
    const phone = await Softphone.listening(HOST, '--reject', '403');
    const report = await tried({ server: [phone.address], ...CALLER }, PHONE);
    expect(report).toMatchObject({ ok: false });
    expect(report.of('invite')?.message).toContain('403, it does not allow the call');
    expect(JSON.stringify(report.checks)).not.toContain(PHONE.slice(1));
  });
});

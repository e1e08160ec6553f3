import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { eventually, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { TestAuthority } from '../harness/certificates';
import { freePort } from '../harness/free-port';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk, TALKS } from '../harness/sip-accounts';
import { makeTrunk } from '../harness/trunks';
import { Baresip } from './harness/baresip';
import { describeWith } from './harness/foreign';
import { Kamailio } from './harness/kamailio';
import { channelsOf, tonesIn, tonesOf, writeMono } from './harness/sounds';

compileThreads();

const PASSWORD = 'correct-horse';
const NUMBER = '+919812345670';
const OWN = '+911140000001';
const HOST = '127.0.0.1';

const TLS_MODULES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/lib64'].map(
  (folder) => `${folder}/kamailio/modules/tls.so`,
);
const isPossible = TLS_MODULES.some(existsSync) && TestAuthority.isPossible;
const programs = [
  'kamailio',
  'rtpengine',
  'baresip',
  ...(isPossible ? [] : ['kamailio-tls-modules and openssl']),
];

describeWith(programs, 'a trunk over TLS with certificates on both sides, SRTP by rtpengine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-encrypted-trunk-'));
  const file = (name: string, text?: string) => {
    if (text !== undefined) writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  let authority: TestAuthority;
  let stranger: TestAuthority;
  let service: TestApp;
  let kamailio: Kamailio;
  const phones: Baresip[] = [];

  const issued = (name: string, by = authority, until = '491231235959Z') => {
    const { cert, key } = by.issue({ name, until });
    return { cert: file(`${name}.crt`, cert), key: file(`${name}.key`, key) };
  };
  const trunkOptions = (more: Record<string, unknown> = {}) => {
    const { cert: tlsCert, key: tlsKey } = issued('us.example');
    return {
      server: [`${HOST}:${kamailio.tlsPort}`],
      transport: 'tls',
      tlsCa: file('ca.pem'),
      tlsCert,
      tlsKey,
      domain: 'carrier.example',
      srtp: 'required',
      username: OWN,
      password: PASSWORD,
      ...more,
    };
  };
  const phone = async (number: string, command?: string) => {
    const name = `phone${phones.length}`;
    mkdirSync(file(name));
    const baresip = new Baresip({
      folder: file(name),
      port: await freePort(),
      says: file('says.wav'),
      account: `<sip:${number}@${kamailio.address}>;auth_user=${number};auth_pass=${PASSWORD};regint=60`,
      ...(command !== undefined && { command }),
    });
    phones.push(baresip);
    await baresip.until(/200 OK|registered successfully/i);
    return baresip;
  };
  const linesOf = (account: string) =>
    service.unitOfWork.rows('SELECT kind, line FROM legs WHERE account_id = $1 ORDER BY began_at', [account]);

  beforeAll(async () => {
    [authority, stranger] = [new TestAuthority(), new TestAuthority()];
    file('ca.pem', authority.ca);
    writeMono(file('says.wav'), Int16Array.from([...tonesOf([1_200, 1_300]), ...new Int16Array(2 * 8_000)]));
    kamailio = await Kamailio.start(file('kamailio'), PASSWORD, {
      ...issued('carrier.example'),
      authority: file('ca.pem'),
    });
    const { cert, key } = issued(HOST);
    service = await TestApp.start({
      SIP_HOST: HOST,
      SIP_PORT: '0',
      RTP_PORTS: '0',
      SIP_TLS_PORT: String(await freePort()),
      SIP_TLS_CERT: cert,
      SIP_TLS_KEY: key,
    });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all(phones.map((one) => one.stop()));
    await kamailio.stop();
    for (const one of [authority, stranger]) one.remove();
    rmSync(folder, { recursive: true });
  });

  test.each<[string, () => Record<string, unknown>, boolean]>([
    ['with our certificate the trunk is tested well', () => ({}), true],
    [
      'with one of another authority it is not',
      () => {
        const { cert: tlsCert, key: tlsKey } = issued('stranger.example', stranger);
        return { tlsCert, tlsKey };
      },
      false,
    ],
    [
      'with one that has expired it is not',
      () => {
        const { cert: tlsCert, key: tlsKey } = issued('expired.example', authority, '250201000000Z');
        return { tlsCert, tlsKey };
      },
      false,
    ],
    ['without one it is not', () => ({ tlsCert: undefined, tlsKey: undefined }), false],
    ['nor where the server has another name', () => ({ domain: 'other.example' }), false],
  ])('connects to a trunk with encryption: %s', async (_, more, isWell) => {
    const { id } = await makeTrunk(service, 'sip', trunkOptions({ enabled: 'no', ...more() }));
    const { ok, checks } = await new TelephonyOperations(service.app).trunkTests.test(id, null);
    expect([ok, checks.find(({ name }) => name === 'register')?.ok]).toEqual([isWell, isWell]);
  });

  /** Whether Kamailio takes a client that has no lower bound of its own. */
  const connects = (port: number, maxVersion: 'TLSv1.1' | 'TLSv1.3') =>
    new Promise<boolean>((done) => {
      const { cert, key } = authority.issue({ name: 'us.example' });
      const versions = { minVersion: 'TLSv1.1', maxVersion, ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
      const socket = connect({ host: HOST, port, cert, key, rejectUnauthorized: false, ...versions });
      socket.once('secureConnect', () => done(true)).once('error', () => done(false));
      socket.once('secureConnect', () => socket.destroy());
    });

  test.each<[string, { until?: string; method?: string }]>([
    ['whose certificate has expired', { until: '250201000000Z' }],
    ['that has TLS 1.1 alone', { method: 'TLSv1.1' }],
  ])('refuses a server %s', async (what, { until, method }) => {
    const name = method ?? 'expired';
    const own = { ...issued(`${name}.server.example`, authority, until), authority: file('ca.pem') };
    const server = await Kamailio.start(file(name), PASSWORD, { ...own, ...(method && { method }) });
    expect(await connects(server.tlsPort, method === undefined ? 'TLSv1.3' : 'TLSv1.1')).toBe(true);
    const options = {
      server: [`${HOST}:${server.tlsPort}`],
      domain: `${name}.server.example`,
      enabled: 'no',
    };
    const { id } = await makeTrunk(service, 'sip', trunkOptions(options));
    const { ok, checks } = await new TelephonyOperations(service.app).trunkTests.test(id, null);
    await server.stop();
    expect([ok, checks.find(({ name: check }) => check === 'register')?.ok]).toEqual([false, false]);
  });

  test('calls with SAVP a phone that Kamailio gives AVP', async () => {
    const plain = await phone(NUMBER);
    const trunk = await sipTrunk(service, '', { ...trunkOptions({ callerId: OWN }) });
    const account = await sipAccount(service, [trunk]);
    const id = await queueCall(service, account, NUMBER);
    const call = await reaches(service, account, id, 'completed', 40_000);
    const recording = Buffer.from(await (await fetch(String(call.recording_url))).arrayBuffer());
    writeFileSync(file('recording.wav'), recording);
    expect(tonesIn(channelsOf(file('recording.wav'))[1]!)).toEqual([1_200, 1_300]);
    expect(channelsOf(plain.heard)[0]!.some((sample) => Math.abs(sample) > 1_000)).toBe(true);
    expect(await linesOf(account.id)).toMatchObject([{ kind: 'contact', line: { encrypted: true } }]);
  });

  test('answers with SAVP a phone that Kamailio gives AVP', async () => {
    const trunk = await sipTrunk(service, '', trunkOptions({ register: 'yes', callerId: OWN }));
    const account = await sipAccount(service, [trunk]);
    const agentId = await makeAgent(service, account, { ...TALKS, name: 'Desk', direction: 'both' });
    const commands = new TelephonyOperations(service.app);
    await commands.addNumber(account.id, OWN, { trunkId: trunk, agentId });
    await eventually(async () => {
      expect(await commands.trunks.show(trunk)).toMatchObject({ state: [{ state: 'up' }] });
    }, 15_000);
    const caller = await phone('+919812345671', `/dial sip:${OWN}@${kamailio.address}`);
    await caller.until(/terminated \(duration/);
    const { data } = await service.api(account).get('/calls?direction=inbound');
    await reaches(service, account, String(data[0]?.id), 'completed');
    expect(await linesOf(account.id)).toMatchObject([{ kind: 'inbound', line: { encrypted: true } }]);
    expect(channelsOf(caller.heard)[0]!.some((sample) => Math.abs(sample) > 1_000)).toBe(true);
  });
});

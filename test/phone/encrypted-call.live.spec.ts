import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { createServer } from 'node:tls';
import { join } from 'node:path';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { eventually, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { TestAuthority } from '../harness/certificates';
import { freePort } from '../harness/free-port';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk, TALKS } from '../harness/sip-accounts';
import { Baresip } from './harness/baresip';
import { describeWith } from './harness/foreign';
import { channelsOf, tonesIn, tonesOf, writeMono } from './harness/sounds';

compileThreads();

const NUMBER = '+919812345670';
const OWN = '+911140000001';
const HOST = '127.0.0.1';

const isPossible = Baresip.has('srtp') && TestAuthority.isPossible;
if (!isPossible)
  process.stderr.write('Skipped: encrypted calls with baresip, for want of srtp.so or openssl.\n');

describeWith(isPossible ? ['baresip'] : ['baresip with srtp.so'], 'SRTP over TLS with baresip', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-encrypted-'));
  const file = (name: string, text?: string) => {
    if (text !== undefined) writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const phones: Baresip[] = [];
  let authority: TestAuthority;
  let service: TestApp;
  let tlsPort: number;

  beforeAll(async () => {
    authority = new TestAuthority();
    const says = Int16Array.from([...tonesOf([1_200, 1_300]), ...new Int16Array(2 * 8_000)]);
    writeMono(file('says.wav'), says);
    file('ca.pem', authority.ca);
    const { cert, key } = authority.issue({ name: HOST });
    tlsPort = await freePort();
    service = await TestApp.start({
      SIP_HOST: HOST,
      SIP_PORT: '0',
      RTP_PORTS: '0',
      SIP_TLS_PORT: String(tlsPort),
      SIP_TLS_CERT: file('cert.pem', cert),
      SIP_TLS_KEY: file('key.pem', key),
    });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all(phones.map((phone) => phone.stop()));
    authority.remove();
    rmSync(folder, { recursive: true });
  });

  async function phone(
    name: string,
    mediaenc: string,
    more: { account?: string; command?: string | undefined } = {},
  ): Promise<{ baresip: Baresip; tlsPort: number }> {
    const { cert, key } = authority.issue({ name: 'phone.example' });
    const port = await freePort();
    mkdirSync(file(name));
    const baresip = new Baresip({
      folder: file(name),
      port,
      says: file('says.wav'),
      account: `${more.account ?? `<sip:${NUMBER}@${HOST}:${port};transport=tls>;regint=0`}${mediaenc}`,
      ...(more.command !== undefined && { command: more.command }),
      tls: { certificate: file(`${name}.pem`, key + cert), authority: file('ca.pem') },
    });
    phones.push(baresip);
    await baresip.until(/baresip is ready/);
    return { baresip, tlsPort: port + 1 };
  }

  const trunkTo = (port: number, options: Record<string, unknown> = {}) =>
    sipTrunk(service, `${HOST}:${port}`, {
      transport: 'tls',
      srtp: 'required',
      domain: 'phone.example',
      tlsCa: file('ca.pem'),
      ...options,
    });

  test('encrypts audio both ways, and shows it without keys in quality, timeline and trace', async () => {
    const { baresip, tlsPort } = await phone('one', ';mediaenc=srtp-mand');
    const account = await sipAccount(service, [await trunkTo(tlsPort)]);
    const callId = await queueCall(service, account, NUMBER);
    const call = await reaches(service, account, callId, 'completed', 40_000);
    const recording = file('recording.wav');
    writeFileSync(recording, Buffer.from(await (await fetch(String(call.recording_url))).arrayBuffer()));
    const [, contact] = channelsOf(recording);
    expect(tonesIn(contact!)).toEqual([1_200, 1_300]);
    expect(channelsOf(baresip.heard)[0]!.some((sample) => Math.abs(sample) > 1_000)).toBe(true);
    const { data } = await service.api(account).get(`/calls/${callId}/timeline`);
    const media = data.filter(({ type }) => type === 'media').map(({ message }) => message);
    expect(media[0]).toBe('Codec PCMA, encrypted.');
    expect(media[1]).toMatch(/^Codec PCMA, encrypted; packets received \d{2,}, lost 0/);
    const [leg] = await service.unitOfWork.rows<{ line: object }>(
      'SELECT line FROM legs WHERE call_id = $1',
      [callId],
    );
    expect(leg?.line).toMatchObject({ encrypted: true });
    const trace = await new TelephonyOperations(service.app).traces.show(callId);
    const lines = trace.flatMap(({ text }) => text.split('\r\n').filter((line) => line.includes('inline:')));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:\[blanked\]/);
  });

  test('ends with 488 when baresip accepts plain RTP alone', async () => {
    const { tlsPort } = await phone('two', '');
    const account = await sipAccount(service, [await trunkTo(tlsPort)]);
    const call = await reaches(service, account, await queueCall(service, account, NUMBER), 'failed', 40_000);
    expect(call.status_reason).toMatch(/^The carrier refused: 488/);
  });

  test('sends ACK and BYE after an answer with plain RTP, and reports that the carrier answered without encryption', async () => {
    const methods: string[] = [];
    const answered = (request: string) => {
      const copied = request.split('\r\n').filter((line) => /^(via|from|call-id|cseq):/i.test(line));
      const to = /^to: ?(.*)$/im.exec(request)?.[1]?.trim() ?? '';
      const sdp = [
        'v=0',
        'o=- 1 1 IN IP4 127.0.0.1',
        's=-',
        'c=IN IP4 127.0.0.1',
        't=0 0',
        'm=audio 40000 RTP/AVP 8',
      ];
      const body = request.startsWith('INVITE') ? `${sdp.join('\r\n')}\r\n` : '';
      const rest = [
        `Contact: <sip:x@${HOST}>`,
        'Content-Type: application/sdp',
        `Content-Length: ${body.length}`,
      ];
      return ['SIP/2.0 200 OK', ...copied, `To: ${to};tag=x`, ...rest, '', body].join('\r\n');
    };
    const server = createServer(authority.issue({ name: 'phone.example' }), (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        for (const request of bytes.toString().split(/(?=^[A-Z]+ sip:)/m)) {
          const method = request.split(' ', 1)[0] ?? '';
          methods.push(method);
          if (method !== 'ACK') socket.write(answered(request));
        }
      });
    });
    await once(server.listen(0, HOST), 'listening');
    const account = await sipAccount(service, [await trunkTo((server.address() as AddressInfo).port)]);
    const call = await reaches(service, account, await queueCall(service, account, NUMBER), 'failed', 40_000);
    expect(call.status_reason).toBe('The carrier answered without encryption.');
    await eventually(() => {
      expect(methods.filter((method) => method !== 'OPTIONS')).toEqual(['INVITE', 'ACK', 'BYE']);
      return Promise.resolve();
    });
    server.close();
  });

  test('rings a registered phone over its own connection and answers it, but refuses plain RTP with 488', async () => {
    const password = 'twelve-characters';
    const trunk = await sipTrunk(service, 'registers', {
      username: 'desk',
      password,
      transport: 'tls',
      srtp: 'required',
      callerId: OWN,
    });
    const account = await sipAccount(service, [trunk]);
    const agentId = await makeAgent(service, account, { ...TALKS, name: 'Desk', direction: 'both' });
    await new TelephonyOperations(service.app).addNumber(account.id, OWN, { trunkId: trunk, agentId });
    const registered = async (name: string, mediaenc: string, command?: string) => {
      const own = `<sip:desk@${HOST}:${tlsPort};transport=tls>;auth_user=desk;auth_pass=${password}`;
      const { baresip } = await phone(name, mediaenc, { account: `${own};regint=60`, command });
      await baresip.until(/200 OK|registered successfully/i);
      return baresip;
    };
    const desk = await registered('desk', ';mediaenc=srtp-mand');
    const rung = await reaches(
      service,
      account,
      await queueCall(service, account, NUMBER),
      'completed',
      40_000,
    );
    expect(rung).toMatchObject({ direction: 'outbound', ended_by: 'contact' });
    expect(desk.output).toMatch(/established/i);
    const dial = `/dial sip:${OWN}@${HOST}:${tlsPort};transport=tls`;
    const caller = await registered('caller', ';mediaenc=srtp-mand', dial);
    await caller.until(/terminated \(duration/);
    const { data } = await service.api(account).get('/calls?direction=inbound');
    expect(data).toHaveLength(1);
    await reaches(service, account, String(data[0]?.id), 'completed');
    const lines = await service.unitOfWork.rows('SELECT line FROM legs WHERE account_id = $1', [account.id]);
    expect(lines).toMatchObject([{ line: { encrypted: true } }, { line: { encrypted: true } }]);
    const plain = await registered('plain', '', dial);
    await plain.until(/488/);
  });
});

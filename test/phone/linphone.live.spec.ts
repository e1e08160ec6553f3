import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { eventually, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { TestAuthority } from '../harness/certificates';
import { freePort } from '../harness/free-port';
import { newNumber, opened } from '../harness/inbound';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk, TALKS } from '../harness/sip-accounts';
import { describeWith } from './harness/foreign';
import { Linphone } from './harness/linphone';
import { channelsOf, tonesIn, tonesOf, writeMono } from './harness/sounds';

compileThreads();

const HOST = '127.0.0.1';
const CONTACT = '+919812345670';
const PASSWORD = 'twelve-characters';
const TONES = [1_200, 1_300];

const programs = ['linphonec', ...(TestAuthority.isPossible ? [] : ['openssl'])];

describeWith(programs, 'linphone, registered', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-linphone-'));
  const file = (name: string, text?: string) => {
    if (text !== undefined) writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const phones: Linphone[] = [];
  let authority: TestAuthority;
  let service: TestApp;
  let tlsPort: number;

  beforeAll(async () => {
    authority = new TestAuthority();
    const { cert, key } = authority.issue({ name: HOST });
    file('ca.pem', authority.ca);
    writeMono(file('says.wav'), Int16Array.from([...tonesOf(TONES), ...new Int16Array(60 * 8_000)]));
    tlsPort = await freePort();
    service = await TestApp.start({
      SIP_TLS_PORT: String(tlsPort),
      SIP_TLS_CERT: file('cert.pem', cert),
      SIP_TLS_KEY: file('key.pem', key),
    });
  });
  afterAll(async () => {
    await Promise.all(phones.map((phone) => phone.stop()));
    await service.stop();
    authority.remove();
    rmSync(folder, { recursive: true });
  });

  const portOf = (transport: string) =>
    transport === 'tls' ? tlsPort : (service.app.get(SipStack, { strict: false }).endpoint?.port ?? 0);
  const userAgent = () => service.app.get(SipStack, { strict: false }).endpoint?.userAgent;
  const isLoud = (path: string) => channelsOf(path)[0]!.some((sample) => Math.abs(sample) > 1_000);

  async function registered(
    user: string,
    trunk: string,
    transport: 'udp' | 'tcp' | 'tls',
  ): Promise<Linphone> {
    const phone = await Linphone.start({
      folder: file(user),
      user,
      password: PASSWORD,
      port: portOf(transport),
      transport,
      says: file('says.wav'),
      ...(transport === 'tls' && { authority: file('ca.pem') }),
    });
    phones.push(phone);
    await eventually(() => {
      const [binding, ...others] = userAgent()?.registrar.bindingsOf(trunk) ?? [];
      expect(binding).toMatchObject({ flow: { transport }, agent: expect.stringContaining('Linphone') });
      expect(others).toEqual([]);
      return Promise.resolve();
    }, 15_000);
    return phone;
  }

  test.each([
    ['udp', { digest: 'sha-256' }],
    ['tcp', { digest: 'md5' }],
    ['tls', { srtp: 'required', digest: 'both' }],
  ] as const)(
    'rings linphone over %s, is called by it, and passes audio both ways (%j)',
    async (transport, more) => {
      const user = `desk-${transport}`;
      const own = newNumber();
      const trunk = await sipTrunk(service, 'registers', {
        username: user,
        password: PASSWORD,
        transport,
        callerId: own,
        ...more,
      });
      await opened(service, trunk);
      const account = await sipAccount(service, [trunk]);
      const agentId = await makeAgent(service, account, { ...TALKS, name: 'Desk', direction: 'both' });
      await new TelephonyOperations(service.app).addNumber(account.id, own, { trunkId: trunk, agentId });
      const phone = await registered(user, trunk, transport);
      const isEncrypted = transport === 'tls';

      const id = await queueCall(service, account, CONTACT);
      await phone.until(/Media streams established .* for call 1/);
      await new Promise((wait) => setTimeout(wait, 3_000));
      phone.run('terminate');
      const rung = await reaches(service, account, id, 'completed');
      expect(rung).toMatchObject({ direction: 'outbound', ended_by: 'contact' });
      const recording = Buffer.from(await (await fetch(String(rung.recording_url))).arrayBuffer());
      writeFileSync(file('recording.wav'), recording);
      expect(tonesIn(channelsOf(file('recording.wav'))[1]!)).toEqual(TONES);

      phone.run(`call sip:${own}@${HOST}:${portOf(transport)};transport=${transport}`);
      await phone.until(/Media streams established .* for call 2/);
      await new Promise((wait) => setTimeout(wait, 1_500));
      phone.run('terminate');
      const { data } = await service.api(account).get('/calls?direction=inbound');
      const called = await reaches(service, account, String(data[0]?.id), 'completed');
      expect(called).toMatchObject({ direction: 'inbound', ended_by: 'contact' });
      const lines = await service.unitOfWork.rows('SELECT line FROM legs WHERE account_id = $1', [
        account.id,
      ]);
      const line = { encrypted: isEncrypted };
      expect(lines).toMatchObject([{ line }, { line }]);
      await phone.quit();
      expect(userAgent()?.registrar.bindingsOf(trunk)).toEqual([]);
      expect(isLoud(phone.heard)).toBe(true);
    },
  );
});

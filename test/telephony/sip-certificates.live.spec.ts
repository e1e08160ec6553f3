import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { Metrics } from '../../src/platform/metrics';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { eventually, TestApp } from '../harness/app';
import { type Certificate, TestAuthority } from '../harness/certificates';
import { freePort } from '../harness/free-port';
import { temporaryFolder } from '../harness/temporary-folder';
import { makeTrunk } from '../harness/trunks';

const HOST = '127.0.0.1';
const describeTls = TestAuthority.isPossible ? describe : describe.skip;

describeTls('the certificate of SIP_TLS_CERT', () => {
  const folder = temporaryFolder();
  const [certFile, keyFile] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')];
  const authority = new TestAuthority();
  let service: TestApp;
  let port: number;

  const write = ({ cert, key }: Certificate) => {
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
  };
  const shown = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ host: HOST, port, rejectUnauthorized: false }, () => {
        resolve(new X509Certificate(socket.getPeerCertificate().raw).subject);
        socket.destroy();
      });
      socket.on('error', reject);
    });
  const expiresInDays = async () => {
    const text = await service.app.get(Metrics).registry.metrics();
    return Number(/^aics_tls_certificate_expires_seconds (\S+)$/m.exec(text)?.[1]) / 86_400;
  };

  beforeAll(async () => {
    write(authority.issue({ name: 'one.example', until: '491231235959Z' }));
    port = await freePort();
    // The files are read each 50 ms instead of each 30 s.
    const every = setInterval;
    jest
      .spyOn(global, 'setInterval')
      .mockImplementation(((run: () => void, ms: number) =>
        every(run, ms === 30_000 ? 50 : ms)) as typeof setInterval);
    service = await TestApp.start({
      SIP_HOST: HOST,
      SIP_PORT: '0',
      RTP_PORTS: '0',
      SIP_TLS_PORT: String(port),
      SIP_TLS_CERT: certFile,
      SIP_TLS_KEY: keyFile,
    });
    await makeTrunk(service, 'sip', { server: [`${HOST}:9`], transport: 'tls' });
    await eventually(() => {
      expect(service.app.get(SipStack, { strict: false }).endpoint).not.toBeNull();
      return Promise.resolve();
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await service.stop();
    folder.remove();
    authority.remove();
  });

  test('presents the certificate to callers, and follows changed files except for a pair that does not match', async () => {
    expect(await shown()).toBe('CN=one.example');
    expect(await expiresInDays()).toBeGreaterThan(8_000);
    const soon = new Date(service.clock.nowMs() + 10 * 86_400_000);
    const until = `${soon.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`;
    const [two, three] = [
      authority.issue({ name: 'two.example', until }),
      authority.issue({ name: 'three.example' }),
    ];
    write(two);
    await eventually(async () => expect(await shown()).toBe('CN=two.example'));
    expect(Math.round(await expiresInDays())).toBe(10);
    writeFileSync(certFile, three.cert);
    await new Promise((wait) => setTimeout(wait, 300));
    expect(await shown()).toBe('CN=two.example');
    writeFileSync(keyFile, three.key);
    await eventually(async () => expect(await shown()).toBe('CN=three.example'));
  });

  test('checks the certificate in the test of a trunk over TLS alone', async () => {
    const commands = new TelephonyOperations(service.app);
    const checkOf = async (transport: string) => {
      const { id } = await makeTrunk(service, 'sip', { server: [`${HOST}:9`], transport, enabled: 'no' });
      return (await commands.trunkTests.test(id, null)).checks.find(({ name }) => name === 'certificate');
    };
    expect(await checkOf('tcp')).toBeUndefined();
    expect(await checkOf('tls')).toMatchObject({
      ok: true,
      message: 'SIP_TLS_CERT is valid until 2049-12-31.',
    });
  });
});

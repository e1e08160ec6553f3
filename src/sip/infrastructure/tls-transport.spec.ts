import * as tls from 'node:tls';
import { TestAuthority } from '../../../test/harness/certificates';
import { closeAll, HOST, MESSAGE, onEnd, until } from '../../../test/phone/harness/stream-listener';
import type { TlsSettings, TransportEvents } from '../domain/ports';
import { StreamTransport } from './stream-transport';

afterEach(closeAll);

const received: string[] = [];
const events: TransportEvents = {
  isKnown: () => true,
  onReceived: (octets) => received.push(octets),
  onDropped: () => undefined,
};

function transport(): StreamTransport {
  const made = new StreamTransport('tls', events);
  onEnd(() => made.close());
  return made;
}

const describeTls = TestAuthority.isPossible ? describe : describe.skip;

describeTls('SIP over TLS', () => {
  const authority = new TestAuthority();
  const other = new TestAuthority();
  afterAll(() => {
    authority.remove();
    other.remove();
  });
  const settings = (more: Partial<TlsSettings>): TlsSettings => ({
    serverName: 'sbc.example.com',
    verify: true,
    ca: authority.ca,
    ...more,
  });

  async function server(
    options: tls.TlsOptions,
  ): Promise<{ port: number; names: (string | false | null)[] }> {
    const names: (string | false | null)[] = [];
    const made = tls.createServer(options, (socket) => {
      const subject = socket.getPeerCertificate().subject as { CN: string } | undefined;
      names.push(options.requestCert ? (subject?.CN ?? null) : socket.servername);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => {
      made.listen(0, HOST, resolve);
    });
    const sockets = new Set<tls.TLSSocket>();
    made.on('secureConnection', (socket) => sockets.add(socket));
    made.on('tlsClientError', () => undefined);
    onEnd(() => {
      for (const socket of sockets) socket.destroy();
      made.close();
    });
    return { port: (made.address() as { port: number }).port, names };
  }
  const open = (port: number, own: TlsSettings) =>
    transport().open({ transport: 'tls', address: HOST, port, tls: own });

  test.each<[string, string, Partial<TlsSettings>, boolean]>([
    ['the host', 'sbc.example.com', {}, true],
    ['the host, by a wildcard', '*.example.com', {}, true],
    ['the domain', 'example.com', { domain: 'example.com' }, true],
    ['the domain, by a wildcard', '*.carrier.example', { domain: 'ims.carrier.example' }, true],
    [
      'the domain of a server by its address',
      'example.com',
      { serverName: HOST, domain: 'example.com' },
      true,
    ],
    ['another name', 'example.net', { domain: 'example.com' }, false],
    ['a name two below the wildcard', '*.com', {}, false],
    ['nothing that we ask for, without verification', 'example.net', { verify: false }, true],
    ['the host, by another authority', 'sbc.example.com', { ca: other.ca }, false],
  ])('accepts a certificate that names %s', async (_, name, more, isValid) => {
    const { port } = await server(authority.issue({ name }));
    const opened = open(port, settings(more));
    if (isValid) expect((await opened).open).toBe(true);
    else await expect(opened).rejects.toMatchObject({ why: 'certificate' });
  });

  test('sends the requested name to the server', async () => {
    const { port, names } = await server(authority.issue({ name: 'example.com' }));
    await open(port, settings({ serverName: HOST, domain: 'example.com' }));
    await until(() => names.length === 1);
    expect(names).toEqual(['example.com']);
  });

  test('rejects an expired certificate', async () => {
    const expired = authority.issue({
      name: 'sbc.example.com',
      from: '240101000000Z',
      until: '250101000000Z',
    });
    const { port } = await server(expired);
    const message = 'the certificate was refused: CERT_HAS_EXPIRED';
    await expect(open(port, settings({}))).rejects.toMatchObject({ why: 'certificate', message });
  });

  test('sends our certificate to a server that requests it, on its own connection', async () => {
    const own = authority.issue({ name: 'sbc.example.com' });
    const { port, names } = await server({
      ...own,
      ca: authority.ca,
      requestCert: true,
      rejectUnauthorized: true,
    });
    const client = transport();
    const target = { transport: 'tls', address: HOST, port } as const;
    for (const name of ['one.example', 'two.example']) {
      const identity = authority.issue({ name });
      await client.open({ ...target, tls: settings({ identity }) });
    }
    await until(() => names.length === 2);
    expect(names).toEqual(['one.example', 'two.example']);
  });

  test('allows TLS 1.2 and 1.3 alone, in both directions', async () => {
    const own = authority.issue({ name: 'sbc.example.com' });
    const old = {
      ...own,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    } as const;
    const { port } = await server(old);
    const message = expect.stringMatching(/^TLS failed: ERR_SSL_/);
    await expect(open(port, settings({}))).rejects.toMatchObject({ why: 'certificate', message });
    const near = transport();
    await near.listen({ host: HOST, port: 0, certificate: own });
    const protocolOf = (options: tls.ConnectionOptions) =>
      new Promise<string | null>((resolve) => {
        const socket = tls.connect({
          host: HOST,
          port: near.port ?? 0,
          rejectUnauthorized: false,
          ...options,
        });
        onEnd(() => socket.destroy());
        socket.once('secureConnect', () => resolve(socket.getProtocol()));
        socket.once('error', () => resolve(null));
      });
    const only = (version: tls.SecureVersion) =>
      protocolOf({ minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' });
    expect([await only('TLSv1.1'), await only('TLSv1.2'), await protocolOf({})]).toEqual([
      null,
      'TLSv1.2',
      'TLSv1.3',
    ]);
  });

  test('presents another certificate on new connections, and continues old ones', async () => {
    const near = transport();
    await near.listen({ host: HOST, port: 0, certificate: authority.issue({ name: 'one.example' }) });
    const port = near.port ?? 0;
    const before = await open(port, settings({ serverName: 'one.example' }));
    near.setCertificate(authority.issue({ name: 'two.example' }));
    await expect(open(port, settings({ serverName: 'one.example' }))).rejects.toMatchObject({
      why: 'certificate',
    });
    const after = await open(port, settings({ serverName: 'two.example' }));
    received.length = 0;
    before.send(MESSAGE);
    after.send(MESSAGE);
    await until(() => received.length === 2);
  });
});

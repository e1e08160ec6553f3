import { TestAuthority } from '../../../test/harness/certificates';
import { answer, type Behaviour, inTurn, misbehave, Receiver } from '../../../test/harness/receiver';
import { AddressGuard } from './address-guard';
import { HostResolver } from './host-resolver';
import { WebhookClient } from './webhook-client';

/** Names of this test; what is not here does not resolve. */
class TestResolver extends HostResolver {
  asked = 0;

  constructor(private readonly answers: Record<string, readonly string[] | (() => Promise<string[]>)>) {
    super();
  }

  override resolve(name: string): Promise<string[]> {
    this.asked++;
    const known = this.answers[name] ?? [];
    return typeof known === 'function' ? known() : Promise.resolve([...known]);
  }
}

const OPEN = { webhookAllowCidrs: ['127.0.0.0/8'], webhookAllowHttp: true };

function clientWith(
  answers: ConstructorParameters<typeof TestResolver>[0] = {},
  config = OPEN,
): WebhookClient {
  return new WebhookClient(new AddressGuard(config, new TestResolver(answers)));
}

const receivers: Receiver[] = [];

async function receive(
  behaviour?: Behaviour,
  tls: { key: string; cert: string } | null = null,
): Promise<Receiver> {
  const receiver = await Receiver.start(behaviour, tls);
  receivers.push(receiver);
  return receiver;
}

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});

async function post(client: WebhookClient, url: string, body = '{}') {
  const connections = client.connections();
  try {
    return await client.post({ url, headers: { 'webhook-id': 'evt_1' }, body }, connections);
  } finally {
    connections.close();
  }
}

test('sends a POST of JSON with the headers it was given, to the path and query of the URL', async () => {
  const receiver = await receive();
  const result = await post(clientWith(), receiver.url('/a/b?c=d#e'), '{"text":"नमस्ते"}');
  expect(result).toMatchObject({ delivered: true, statusCode: 200, error: null, kind: 'delivered' });
  expect(receiver.requests).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/a/b?c=d',
      body: '{"text":"नमस्ते"}',
      headers: expect.objectContaining({
        'content-type': 'application/json',
        'user-agent': expect.stringContaining('AI-Calling-Service'),
        'webhook-id': 'evt_1',
        host: `127.0.0.1:${receiver.port}`,
      }),
    }),
  ]);
});

test.each([200, 201, 202, 204, 299])('status %d is a success', async (status) => {
  const receiver = await receive(answer(status));
  expect(await post(clientWith(), receiver.url())).toMatchObject({
    delivered: true,
    statusCode: status,
    error: null,
  });
});

test.each([300, 304, 400, 401, 404, 410, 429, 500, 503])('status %d is a failure', async (status) => {
  const receiver = await receive(answer(status));
  expect(await post(clientWith(), receiver.url())).toMatchObject({
    delivered: false,
    statusCode: status,
    error: expect.stringContaining(String(status)),
  });
});

test.each([301, 302, 303, 307, 308])('a redirect (%d) is a failure and is not followed', async (status) => {
  const other = await receive();
  const receiver = await receive(answer(status, { Location: other.url() }));
  const result = await post(clientWith(), receiver.url());
  expect(result).toMatchObject({ delivered: false, statusCode: status });
  expect(result.error).toContain('redirects are not followed');
  expect(other.connections).toBe(0);
});

describe('proxy variables', () => {
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  afterEach(() => {
    for (const name of names) Reflect.deleteProperty(process.env, name);
  });

  test('are not obeyed', async () => {
    const proxy = await receive();
    const receiver = await receive();
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : proxy.url('');
    expect(await post(clientWith(), receiver.url())).toMatchObject({ delivered: true });
    expect(proxy.connections).toBe(0);
  });
});

describe('addresses', () => {
  const hostile = {
    'one-bad.test': ['8.8.8.8', '10.0.0.1'],
    'bad.test': ['169.254.169.254'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'six.test': ['2606:4700::1', '::1'],
    'zone.test': ['fe80::1%lo'],
    'loopback.test': ['127.0.0.1'],
  };

  test.each(Object.keys(hostile))(
    'nothing connects to a name with a refused address among its answers: %s',
    async (name) => {
      const receiver = await receive();
      const client = clientWith(hostile, { webhookAllowCidrs: [], webhookAllowHttp: true });
      const result = await post(client, receiver.url('/', name));
      expect(result).toMatchObject({ delivered: false, statusCode: null, kind: 'refused_address' });
      expect(result.error).toContain(`${name} resolves to`);
      expect(receiver.connections).toBe(0);
    },
  );

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    'a.localhost.',
    'x.internal',
  ])('nothing connects to %s', async (host) => {
    const receiver = await receive();
    const client = clientWith({}, { webhookAllowCidrs: [], webhookAllowHttp: true });
    expect(await post(client, receiver.url('/', host))).toMatchObject({
      delivered: false,
      kind: 'refused_address',
    });
    expect(receiver.connections).toBe(0);
  });

  test('a resolver that answers well first and badly next gets no connection the second time', async () => {
    const receiver = await receive();
    const answers = [['127.0.0.1'], ['127.0.0.1', '10.0.0.1']];
    const client = clientWith({ 'rebind.test': () => Promise.resolve(answers.shift() ?? []) });
    expect(await post(client, receiver.url('/', 'rebind.test'))).toMatchObject({ delivered: true });
    expect(await post(client, receiver.url('/', 'rebind.test'))).toMatchObject({ kind: 'refused_address' });
    expect(receiver.connections).toBe(1);
  });

  test('the address that was checked is the one connected to: a name is resolved once for a connection', async () => {
    const receiver = await receive();
    const resolver = new TestResolver({ 'once.test': ['127.0.0.1'] });
    const client = new WebhookClient(new AddressGuard(OPEN, resolver));
    expect(await post(client, receiver.url('/', 'once.test.'))).toMatchObject({ delivered: true });
    expect(resolver.asked).toBe(1);
    expect(receiver.requests[0]?.headers['host']).toBe(`once.test:${receiver.port}`);
  });

  test('of several allowed addresses the next is tried when one does not answer', async () => {
    const receiver = await receive();
    const client = clientWith({ 'two.test': ['127.0.0.77', '127.0.0.1'] });
    expect(await post(client, receiver.url('/', 'two.test'))).toMatchObject({ delivered: true });
  });

  test('http is refused where it is not allowed, also for an endpoint that was set before', async () => {
    const receiver = await receive();
    const client = clientWith({}, { webhookAllowCidrs: ['127.0.0.0/8'], webhookAllowHttp: false });
    expect(await post(client, receiver.url())).toMatchObject({ kind: 'refused_address' });
    expect(receiver.connections).toBe(0);
  });

  test('a name that does not resolve says so', async () => {
    expect(await post(clientWith(), 'http://nowhere.test/')).toMatchObject({
      error: 'The host name does not resolve.',
      kind: 'connection',
    });
  });
});

describe('connections', () => {
  test('are used again within a set, and none is left after it', async () => {
    const receiver = await receive();
    const client = clientWith();
    const connections = client.connections();
    for (let n = 0; n < 5; n++) {
      expect(await client.post({ url: receiver.url(), headers: {}, body: '{}' }, connections)).toMatchObject({
        delivered: true,
      });
    }
    expect(receiver.connections).toBe(1);
    connections.close();
    await until(() => receiver.openSockets === 0);
  });

  test('one that the endpoint closed while it was idle is no failure', async () => {
    const receiver = await receive((socket, request) => {
      answer(200)(socket, request);
      setImmediate(() => socket.destroy());
    });
    const client = clientWith();
    const connections = client.connections();
    const results = [];
    for (let n = 0; n < 20; n++) {
      results.push(await client.post({ url: receiver.url(), headers: {}, body: '{}' }, connections));
    }
    connections.close();
    expect(results.every(({ delivered }) => delivered)).toBe(true);
  });

  test('what an endpoint sends without being asked is nobody’s answer', async () => {
    const receiver = await receive((socket, request) => {
      answer(200)(socket, request);
      answer(200)(socket, request);
    });
    const client = clientWith();
    const connections = client.connections();
    const send = () => client.post({ url: receiver.url(), headers: {}, body: '{}' }, connections);
    await send();
    receiver.behaviour = answer(500);
    expect(await send()).toMatchObject({ statusCode: 500 });
    connections.close();
  });

  test('a refused and a reset connection are told in plain words', async () => {
    const gone = await Receiver.start();
    const url = gone.url();
    await gone.stop();
    expect(await post(clientWith(), url)).toMatchObject({
      error: 'The connection was refused.',
      kind: 'connection',
    });
    const receiver = await receive(misbehave.reset);
    expect(await post(clientWith(), receiver.url())).toMatchObject({ kind: 'connection', statusCode: null });
  });
});

describe('receivers that misbehave', () => {
  const SUCCESS = [
    'dripBody',
    'endlessBody',
    'tenGigabytes',
    'endlessChunks',
    'endlessExtensions',
    'gzipBomb',
  ];

  test('200 at once: each attempt is over at 10.5 s, the look-up of the name included, and nothing is left open', async () => {
    const kinds = Object.entries(misbehave);
    const all = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const [name, behaviour] = kinds[n % kinds.length] ?? ['hang', misbehave.hang];
        return { name, receiver: await receive(behaviour) };
      }),
    );
    const client = clientWith({
      'slow.test': () => new Promise((resolve) => setTimeout(resolve, 6_000, ['127.0.0.1']).unref()),
    });
    const timed = async (name: string, url: string) => {
      const started = performance.now();
      return { name, result: await post(client, url), ms: performance.now() - started };
    };
    const slowName = timed('hang', (await receive(misbehave.hang)).url('/', 'slow.test'));
    const results = await Promise.all([
      slowName,
      ...all.map(({ name, receiver }) => timed(name, receiver.url())),
    ]);
    for (const { name, result, ms } of results) {
      const delivered = SUCCESS.includes(name);
      expect({ name, late: ms > 10_500, delivered: result.delivered }).toEqual({
        name,
        late: false,
        delivered,
      });
      expect(result.error).toEqual(delivered ? null : expect.stringMatching(/^[A-Z].*\.$/));
      if (name !== 'hang') continue;
      expect(result).toMatchObject({ kind: 'timeout', error: 'No answer came within 10 s.' });
      expect(result.durationMs).toBeGreaterThanOrEqual(9_990);
    }
    await until(() => all.every(({ receiver }) => receiver.openSockets === 0));
  }, 30_000);
});

const describeTls = TestAuthority.isPossible ? describe : describe.skip;

describeTls('TLS', () => {
  let authority: TestAuthority;
  let client: WebhookClient;
  beforeAll(() => {
    authority = new TestAuthority();
    client = clientWith({ 'hooks.test': ['127.0.0.1'] });
    client.ca = authority.ca;
  });
  afterAll(() => {
    authority.remove();
  });

  test('a valid certificate is taken', async () => {
    const receiver = await receive(answer(200), authority.issue({ name: 'hooks.test' }));
    expect(await post(client, receiver.url('/', 'hooks.test'))).toMatchObject({
      delivered: true,
      error: null,
    });
    expect(await post(client, receiver.url('/', 'hooks.test.'))).toMatchObject({
      delivered: true,
      error: null,
    });
  });

  test.each([
    [
      'expired',
      'has expired',
      () => authority.issue({ name: 'hooks.test', from: '200101000000Z', until: '210101000000Z' }),
    ],
    ['not valid yet', 'not valid yet', () => authority.issue({ name: 'hooks.test', from: '480101000000Z' })],
    ['for another name', 'another host name', () => authority.issue({ name: 'other.test' })],
    ['self-signed', 'self-signed', () => authority.selfSigned('hooks.test')],
  ])('a certificate that is %s is refused in plain words', async (_, words, certificate) => {
    const receiver = await receive(answer(200), certificate());
    const result = await post(client, receiver.url('/', 'hooks.test'));
    expect(result).toMatchObject({ delivered: false, statusCode: null, kind: 'tls' });
    expect(result.error).toContain(words);
    expect(receiver.requests).toHaveLength(0);
  });

  test('an unknown authority is refused in plain words', async () => {
    const receiver = await receive(answer(200), authority.issue({ name: 'hooks.test' }));
    const result = await post(clientWith({ 'hooks.test': ['127.0.0.1'] }), receiver.url('/', 'hooks.test'));
    expect(result).toMatchObject({ delivered: false, kind: 'tls' });
    expect(result.error).toContain('unknown authority');
  });

  test('an endpoint that does not speak TLS', async () => {
    const receiver = await receive();
    receiver.greeting = 'SSH-2.0-OpenSSH_9.6\r\n';
    const result = await post(client, receiver.url('/', 'hooks.test').replace('http:', 'https:'));
    expect(result).toMatchObject({
      delivered: false,
      kind: 'tls',
      error: expect.stringContaining('TLS failed'),
    });
  });

  test('each connection is verified anew: no session is resumed', async () => {
    const receiver = await receive(answer(200), authority.issue({ name: 'hooks.test' }));
    await post(client, receiver.url('/', 'hooks.test'));
    const strange = clientWith({ 'hooks.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] });
    strange.ca = authority.ca;
    expect(await post(strange, receiver.url('/', 'other.test'))).toMatchObject({ kind: 'tls' });
  });
});

async function until(check: () => boolean): Promise<void> {
  for (let n = 0; n < 400 && !check(); n++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(check()).toBe(true);
}

test('the behaviours of a receiver come in turn', async () => {
  const receiver = await receive(inTurn(answer(500), answer(200)));
  expect((await post(clientWith(), receiver.url())).statusCode).toBe(500);
  expect((await post(clientWith(), receiver.url())).statusCode).toBe(200);
});

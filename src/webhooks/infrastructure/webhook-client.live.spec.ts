import { bell } from '../../../test/harness/bell';
import { answer, inTurn, misbehave, Receiver } from '../../../test/harness/receiver';
import { clientWith, post, receive, stopReceivers, until } from '../../../test/harness/webhook-client';

afterEach(stopReceivers);

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

test.each([200, 201, 202, 204, 299])('treats status %d as a success', async (status) => {
  const receiver = await receive(answer(status));
  expect(await post(clientWith(), receiver.url())).toMatchObject({
    delivered: true,
    statusCode: status,
    error: null,
  });
});

test.each([300, 304, 400, 401, 404, 410, 429, 500, 503])('treats status %d as a failure', async (status) => {
  const receiver = await receive(answer(status));
  expect(await post(clientWith(), receiver.url())).toMatchObject({
    delivered: false,
    statusCode: status,
    error: expect.stringContaining(String(status)),
  });
});

test.each([301, 302, 303, 307, 308])(
  'treats a redirect (%d) as a failure, and does not follow it',
  async (status) => {
    const other = await receive();
    const receiver = await receive(answer(status, { Location: other.url() }));
    const result = await post(clientWith(), receiver.url());
    expect(result).toMatchObject({ delivered: false, statusCode: status });
    expect(result.error).toContain('redirects are not followed');
    expect(other.connections).toBe(0);
  },
);

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

describe('connections', () => {
  test('are reused within a set, however much came in all, and none is left after it', async () => {
    const receiver = await receive(answer(200, {}, 'a'.repeat(16_000)));
    const client = clientWith();
    const connections = client.connections();
    // More than one response may have.
    for (let n = 0; n < 20; n++) {
      expect(await client.post({ url: receiver.url(), headers: {}, body: '{}' }, connections)).toMatchObject({
        delivered: true,
      });
    }
    expect(receiver.connections).toBe(1);
    connections.close();
    await until(() => receiver.openSockets === 0);
  });

  test('are no failure when the endpoint closed an idle one', async () => {
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

  test('send no request twice when a reused one fails otherwise', async () => {
    const receiver = await receive(inTurn(answer(200), (socket) => void socket.end('hello\r\n\r\n')));
    const client = clientWith();
    const connections = client.connections();
    const send = () => client.post({ url: receiver.url(), headers: {}, body: '{}' }, connections);
    await send();
    expect(await send()).toMatchObject({ delivered: false, kind: 'malformed' });
    expect(receiver.requests).toHaveLength(2);
    connections.close();
  });

  test('ignore a response that arrives before a request', async () => {
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

  test('report a refused and a reset connection in plain text', async () => {
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

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n'],
])('reports a response with %s as malformed', async (_, text) => {
  const receiver = await receive((socket) => void socket.end(text));
  expect(await post(clientWith(), receiver.url())).toMatchObject({
    delivered: false,
    statusCode: null,
    kind: 'malformed',
    error: 'The answer is not well-formed HTTP.',
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

  test('end by 10.5 s for 200 at once, the lookup of the name included, and leave nothing open', async () => {
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
      const timeout = bell(10_000);
      const result = await post(client, url);
      const ended = performance.now();
      return { name, result, lateMs: ended - (await timeout) };
    };
    const slowName = timed('hang', (await receive(misbehave.hang)).url('/', 'slow.test'));
    const results = await Promise.all([
      slowName,
      ...all.map(({ name, receiver }) => timed(name, receiver.url())),
    ]);
    for (const { name, result, lateMs } of results) {
      const delivered = SUCCESS.includes(name);
      expect({ name, late: lateMs > 500, delivered: result.delivered }).toEqual({
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
  });
});

import { connect } from 'node:net';
import { makeKey } from '../../src/auth/domain/key-format';
import { TestApp, type TestAccount } from '../harness/app';

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
});
afterAll(() => service.stop());

/** One request as it is written, on a socket of its own. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', reject).on('close', () => resolve(answer));
    setTimeout(() => socket.end(), 1_500).unref();
  });
}

describe('the order of checks', () => {
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(`${service.origin}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const codeOf = async (response: Response) =>
    `${response.status} ${((await response.json()) as { error: { code: string } }).error.code}`;

  test('checks the path before the key', async () => {
    expect(await codeOf(await send('POST', '/v1/nothing'))).toBe('404 not_found');
    expect(await codeOf(await send('GET', '/v1/calls/'))).toBe('404 not_found');
    expect(await codeOf(await send('GET', '/v1/Calls'))).toBe('404 not_found');
    expect(await codeOf(await send('GET', '/docs/'))).toBe('404 not_found');
    expect(await codeOf(await send('GET', '/docs/openapi.json/'))).toBe('404 not_found');
    expect(await codeOf(await send('GET', '/docs/docs/swagger-ui-init.js'))).toBe('404 not_found');
    expect(await raw('GET /docs/. HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 404 /,
    );
    expect(await raw('GET http://x/v1/credits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 401 /,
    );
  });

  test.each(['%00', '%ff', '%E0%A4%A', 'x%zz'])('treats the unreadable id %s as any other', async (id) => {
    expect(await codeOf(await send('GET', `/v1/agents/${id}`))).toBe('401 missing_api_key');
    expect(await codeOf(await send('PUT', `/v1/agents/${id}`))).toBe('405 method_not_allowed');
    const { key } = await service.account();
    const known = { 'X-API-Key': key };
    expect(await codeOf(await send('GET', `/v1/agents/${id}`, known))).toBe('404 agent_not_found');
    expect(await codeOf(await send('GET', `/v1/calls/${id}`, known))).toBe('404 not_found');
    expect(await codeOf(await send('DELETE', `/v1/do-not-call/${id}`, known))).toBe('404 not_found');
  });

  test('checks the method before the key, with Allow', async () => {
    const response = await send('DELETE', '/v1/calls');
    expect(response.headers.get('allow')).toBe('POST, GET, HEAD');
    expect(await codeOf(response)).toBe('405 method_not_allowed');
    expect(await codeOf(await send('OPTIONS', '/v1/calls'))).toBe('405 method_not_allowed');
  });

  test('rejects queries of public operations, except of links for people', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect((await send('GET', path)).status).toBe(200);
      const response = await send('GET', `${path}?x=1&y=2&y=3`);
      expect(response.status).toBe(400);
      const { error } = (await response.json()) as { error: { details: { errors: { field: string }[] } } };
      expect(error.details.errors.map(({ field }) => field).sort()).toEqual(['query.x', 'query.y']);
    }
    expect(await codeOf(await send('GET', '/recordings/x?utm=y'))).toBe('404 not_found');
  });

  test('checks the key before scope, content type and fields', async () => {
    const body = ['POST', '/v1/calls', { 'Content-Type': 'text/plain' }, '{{'] as const;
    expect(await codeOf(await send(...body))).toBe('401 missing_api_key');
    const bad = { ...body[2], 'X-API-Key': makeKey(() => 1) };
    expect(await codeOf(await send('POST', '/v1/calls', bad, '{{'))).toBe('401 invalid_api_key');
  });

  test('checks the scope before content type and fields', async () => {
    const key = await service.key(account.id, ['calls:read']);
    const headers = { 'X-API-Key': key, 'Content-Type': 'text/plain' };
    expect(await codeOf(await send('POST', '/v1/calls', headers, '{{'))).toBe('403 insufficient_scope');
  });

  test('checks the content type before the syntax, and the syntax before the fields', async () => {
    const answer = async (type: string, body: string) => {
      const response = await send(
        'POST',
        '/v1/calls',
        { 'X-API-Key': account.key, 'Content-Type': type },
        body,
      );
      const { error } = (await response.json()) as { error: { details: { errors: { field: string }[] } } };
      return [response.status, ...error.details.errors.map(({ field }) => field)];
    };
    expect(await answer('text/plain', '{{')).toEqual([400, 'headers.Content-Type']);
    expect(await answer('application/json; charset=latin1', '{}')).toEqual([400, 'headers.Content-Type']);
    expect(await answer('application/json', '{"a":')).toEqual([400, 'body']);
    expect(await answer('application/json', '[]')).toEqual([400, 'body']);
    expect(await answer('application/json', '')).toEqual([400, 'body']);
    expect(await answer('application/json', '{}')).toEqual([400, 'phone_number']);
    expect(
      await answer('application/json', `{"metadata":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
    ).toEqual([400, 'body']);
    const nested = (levels: number) => `{"metadata":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    expect(await answer('application/json', nested(127))).toEqual([400, 'phone_number']);
    expect(await answer('application/json', nested(128))).toEqual([400, 'body']);
    expect(await answer('application/json', `{"x":"${'y'.repeat(1_048_576)}"}`)).toEqual([400, 'body']);
  });

  test('responds to a body over the limit while it is still being sent, on a keep-alive connection', async () => {
    for (let round = 0; round < 10; round++) {
      const answer = await raw(
        `POST /v1/calls HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nContent-Type: application/json\r\n` +
          `Content-Length: 12000000\r\n\r\n${'1'.repeat(12_000_000)}`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toMatch(/^Connection: close\r$/m);
    }
  });

  test.each([
    ['declares', 'Content-Length: 2000000\r\n\r\n1'],
    ['sends', `Transfer-Encoding: chunked\r\n\r\n100001\r\n${'1'.repeat(1_048_577)}\r\n`],
  ])('rejects a request at once when it %s a body over the limit without an end', async (_, rest) => {
    const started = performance.now();
    const head = `POST /v1/calls HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nContent-Type: application/json\r\n`;
    const answer = await raw(head + rest);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"field":"body","message":"must have at most 1048576 bytes"');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('reports every field with a problem once: headers, query, body', async () => {
    const { body } = await service
      .http(account)
      .post('/calls?dry=1')
      .set('Idempotency-Key', 'x'.repeat(256))
      .send({
        phone_number: 'abc',
        status: 'queued',
        nope: 1,
        contact: { name: 5, extra: 1 },
        variables: { a: null, b: [], c: 1 },
      })
      .expect(400);
    const fields = (body.error.details.errors as { field: string; message: string }[]).map(
      ({ field }) => field,
    );
    expect(fields.sort()).toEqual(
      [
        'contact.extra',
        'contact.name',
        'headers.Idempotency-Key',
        'nope',
        'phone_number',
        'query.dry',
        'status',
        'variables.a',
        'variables.b',
      ].sort(),
    );
    expect(body.error.details.errors).toContainEqual({ field: 'status', message: 'is read-only' });
    expect(body.error.details.errors).toContainEqual({ field: 'nope', message: 'is not a known field' });
  });
});

test.each(['calls', 'human-calls', 'batches', 'credits/transactions', 'webhook/deliveries', 'do-not-call'])(
  'reports an unknown cursor of %s beside the other problems of the query',
  async (list) => {
    const { status, body } = await service.http(account).get(`/${list}?limit=0&foo=1&starting_after=nobody`);
    expect(status).toBe(400);
    expect(body.error.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'query.foo',
      'query.limit',
      'query.starting_after',
    ]);
  },
);

test('does not report a known cursor', async () => {
  const { body: first } = await service.http(account).get('/credits/transactions').expect(200);
  const { body } = await service
    .http(account)
    .get(`/credits/transactions?limit=0&starting_after=${first.data[0].id as string}`);
  expect(body.error.details.errors).toMatchObject([{ field: 'query.limit' }]);
});

describe('every response', () => {
  test('has its own request id, never the client’s', async () => {
    const ids = new Set<string>();
    for (const path of [
      '/health/live',
      '/health/ready',
      '/v1/calls',
      '/v1/nothing',
      '/docs/openapi.json',
      '/metrics',
    ]) {
      const response = await fetch(service.origin + path, { headers: { 'X-Request-Id': 'mine' } });
      ids.add(response.headers.get('x-request-id') ?? '');
      await response.arrayBuffer();
    }
    expect([...ids].every((id) => /^req_[a-z0-9]+$/.test(id))).toBe(true);
    expect(ids.size).toBe(6);
  });

  test('below /v1 is not stored, and never 304', async () => {
    const first = await service.http(account).get('/credits').expect(200);
    expect(first.headers['cache-control']).toBe('no-store');
    await service.http(account).get('/credits').set('If-None-Match', '*').expect(200);
  });

  test.each([
    ['Range', 'bytes=99999999-'],
    ['Range', 'bytes=0-3'],
    ['If-Match', '"other"'],
    ['If-Unmodified-Since', 'Mon, 01 Jan 1990 00:00:00 GMT'],
  ])('below /docs is whole, whatever the conditions: %s: %s', async (name, value) => {
    for (const path of ['/docs', '/docs/swagger-ui.css', '/docs/swagger-ui-init.js', '/docs/openapi.json']) {
      const { status } = await fetch(service.origin + path, { headers: { [name]: value } });
      expect({ path, status }).toEqual({ path, status: 200 });
    }
  });

  // HAProxy checks servers so where nothing else is configured.
  test.each([
    ['/health/ready', 200],
    ['/console/api/session', 401],
  ])('to HTTP/1.0 requires no Host: %s', async (path, status) => {
    expect(await raw(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(await raw(`GET ${path} HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each([
    ['no Host', 'GET /health/live HTTP/1.1\r\n\r\n'],
    ['no HTTP at all', 'HELLO\r\n\r\n'],
    ['headers of 20 KiB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_480)}\r\n\r\n`],
    ['an expectation', 'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: a-cake\r\nConnection: close\r\n\r\n'],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST /v1/calls HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ])('is 400 with the envelope where Node would respond by itself: %s', async (_, text) => {
    const answer = await raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/X-Request-Id: req_/i);
    expect(answer).toContain('"code":"invalid_request"');
  });
});

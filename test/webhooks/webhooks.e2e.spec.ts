import { HostResolver } from '../../src/platform/outbound/host-resolver';
import { signatures, verify, WebhookTests } from '../harness/webhooks';

const HOUR = 3_600_000;

let hooks: WebhookTests;

beforeAll(async () => {
  hooks = await WebhookTests.start();
});
afterAll(() => hooks.stop());

describe('the webhook endpoint', () => {
  test('is set, read, changed and deleted, and shows its secret once', async () => {
    const account = await hooks.service.account();
    const http = hooks.service.http(account);
    for (const ask of [
      http.get('/webhook'),
      http.delete('/webhook'),
      http.post('/webhook/test'),
      http.post('/webhook/rotate-secret'),
    ]) {
      expect(await ask).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    }
    const first = await http.put('/webhook').send({ url: 'https://8.8.8.8/hook' });
    expect(first).toMatchObject({
      status: 200,
      body: { object: 'webhook', url: 'https://8.8.8.8/hook', last_delivery: null },
    });
    expect(first.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(first.body.secret_last4).toBe(first.body.secret.slice(-4));
    const { secret, ...shown } = first.body;
    expect((await http.get('/webhook')).body).toEqual(shown);
    expect((await http.put('/webhook').send({ url: 'https://8.8.8.8/hook' })).body).toEqual(shown);
    const changed = (await http.put('/webhook').send({ url: 'https://8.8.4.4/hook' })).body;
    expect(changed).toEqual({ ...shown, url: 'https://8.8.4.4/hook', updated_at: expect.any(String) });
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(shown.updated_at));
    const gone = await http.delete('/webhook');
    expect(gone).toMatchObject({ status: 200, body: { object: 'webhook', deleted: true } });
    expect(await http.delete('/webhook')).toMatchObject({ status: 404 });
    const again = await http.put('/webhook').send({ url: 'https://8.8.8.8/hook' });
    expect(again.body.secret).toMatch(/^whsec_/);
    expect(again.body.secret).not.toBe(secret);
  });

  test('shows the secret to one of two first settings at once', async () => {
    const http = hooks.service.http(await hooks.service.account());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => http.put('/webhook').send({ url: `https://8.8.8.8/${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.filter(({ body }) => body.secret !== undefined)).toHaveLength(1);
  });

  test('requires the scope', async () => {
    const account = await hooks.service.account({
      scopes: ['calls:read', 'calls:write', 'agents:manage', 'counsellors:manage'],
    });
    const http = hooks.service.http(account);
    for (const ask of [
      http.get('/webhook'),
      http.put('/webhook').send({ url: 'https://8.8.8.8/' }),
      http.delete('/webhook'),
      http.post('/webhook/test'),
      http.post('/webhook/rotate-secret'),
      http.get('/webhook/deliveries'),
      http.post('/webhook/deliveries/evt_1/redeliver'),
    ]) {
      expect(await ask).toMatchObject({
        status: 403,
        body: { error: { code: 'insufficient_scope', details: { required_scope: 'webhooks:manage' } } },
      });
    }
  });

  test.each([
    [{}, 'url', 'is required'],
    [{ url: null }, 'url', 'is required'],
    [{ url: 5 }, 'url', 'must be a string'],
    [{ url: 'example.com' }, 'url', 'must be a URL such as https://example.com/webhooks'],
    [{ url: 'https://u:p@8.8.8.8/' }, 'url', 'must not hold a user name or password'],
    [{ url: 'https://8.8.8.8/', secret: 'x' }, 'secret', 'is read-only'],
    [{ url: 'https://8.8.8.8/', other: 1 }, 'other', 'is not a known field'],
    [
      { url: 'https://10.0.0.1/' },
      'url',
      'must lead to a public address: 10.0.0.1 is not a public address but private (10.0.0.0/8)',
    ],
    [
      { url: 'https://0xA9FEA9FE/' },
      'url',
      'must lead to a public address: 169.254.169.254 is not a public address but link-local (169.254.0.0/16)',
    ],
    [
      { url: 'https://[::1]/' },
      'url',
      'must lead to a public address: ::1 is not a public address (outside 2000::/3)',
    ],
    [
      { url: 'https://LOCALHOST./' },
      'url',
      'must lead to a public address: localhost is a name for inside a network',
    ],
    [
      { url: 'https://bad.test/' },
      'url',
      'must lead to a public address: bad.test resolves to one that is not public',
    ],
  ])('rejects %j and names the rule', async (body, field, message) => {
    const resolver = hooks.service.app.get(HostResolver, { strict: false });
    const resolve = jest.spyOn(resolver, 'resolve').mockResolvedValue(['8.8.8.8', '10.0.0.1']);
    const answered = await hooks.service
      .http(await hooks.service.account())
      .put('/webhook')
      .send(body);
    resolve.mockRestore();
    expect(answered).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: { errors: [{ field, message }] } } },
    });
  });

  test('reports all problems of a request at once, that of the address included', async () => {
    const http = hooks.service.http(await hooks.service.account());
    const errorsOf = async (body: object) =>
      (await http.put('/webhook').send(body)).body.error.details.errors;
    expect(await errorsOf({ url: 'https://10.0.0.1/', other: 1 })).toEqual([
      { field: 'other', message: 'is not a known field' },
      { field: 'url', message: expect.stringContaining('10.0.0.1 is not a public address') },
    ]);
    expect(await errorsOf({ url: 1, other: 1 })).toEqual([
      { field: 'other', message: 'is not a known field' },
      { field: 'url', message: 'must be a string' },
    ]);
    expect(await errorsOf({ url: 'https://8.8.8.8/', other: 1 })).toEqual([
      { field: 'other', message: 'is not a known field' },
    ]);
  });

  test('reports every field with a problem', async () => {
    const { body } = await hooks.service
      .http(await hooks.service.account())
      .put('/webhook')
      .send({ url: 'x', b: 1 });
    expect(body.error.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'b',
      'url',
    ]);
  });

  test('accepts a name that does not resolve', async () => {
    const resolver = hooks.service.app.get(HostResolver, { strict: false });
    const resolve = jest.spyOn(resolver, 'resolve').mockResolvedValue([]);
    await hooks.setEndpoint(await hooks.service.account(), 'https://not-yet.example/hook');
    resolve.mockRestore();
  });

  test('shows an address as it was set, in any script', async () => {
    const resolver = hooks.service.app.get(HostResolver, { strict: false });
    const resolve = jest.spyOn(resolver, 'resolve').mockResolvedValue([]);
    const url = 'https://bücher.example/नाम?q={x}';
    const account = await hooks.service.account();
    expect(await hooks.setEndpoint(account, url)).toMatchObject({ url });
    resolve.mockRestore();
  });
});

describe('rotate-secret', () => {
  test('signs with both secrets during the overlap, the newest first, with never more than two', async () => {
    const { account, receiver, secret: first } = await hooks.listener();
    const http = hooks.service.http(account);
    const rotated = await http.post('/webhook/rotate-secret').send({ previous_valid_for_seconds: 3_600 });
    expect(rotated).toMatchObject({ status: 200, body: { object: 'webhook', url: receiver.url() } });
    const second = rotated.body.secret as string;
    expect(rotated.body.secret_last4).toBe(second.slice(-4));
    await http.post('/webhook/test');
    const [overlap] = receiver.requests.splice(0);
    for (const secret of [first, second])
      expect(verify(overlap, secret)).toMatchObject({ type: 'webhook.test' });
    const third = (await http.post('/webhook/rotate-secret')).body.secret as string;
    await http.post('/webhook/test');
    const [later] = receiver.requests.splice(0);
    expect(signatures(later)).toBe(2);
    for (const secret of [second, third])
      expect(verify(later, secret)).toMatchObject({ type: 'webhook.test' });
    expect(() => verify(later, first)).toThrow();
    await hooks.service.advance(25 * HOUR);
    await http.post('/webhook/test');
    const [after] = receiver.requests.splice(0);
    expect(signatures(after)).toBe(1);
    expect(verify(after, third)).toMatchObject({ type: 'webhook.test' });
    expect((await http.get('/webhook')).body.secret).toBeUndefined();
  });

  test('ends the old secret after a day by default, and at once with 0', async () => {
    const { account, receiver } = await hooks.listener();
    const http = hooks.service.http(account);
    const now = hooks.service.clock.nowMs();
    for (const ask of [http.post('/webhook/rotate-secret'), http.post('/webhook/rotate-secret').send({})]) {
      const { body } = await ask;
      const seconds = (Date.parse(body.previous_secret_valid_until) - now) / 1_000;
      expect(seconds).toBeGreaterThanOrEqual(86_400);
      expect(seconds).toBeLessThan(86_410);
    }
    const { body } = await http.post('/webhook/rotate-secret').send({ previous_valid_for_seconds: 0 });
    expect(Date.parse(body.previous_secret_valid_until)).toBeLessThanOrEqual(hooks.service.clock.nowMs());
    await http.post('/webhook/test');
    expect(signatures(receiver.requests[0])).toBe(1);
  });

  test.each([-1, 86_401, 1.5, '60', true, []])('rejects %j seconds', async (seconds) => {
    const { account } = await hooks.listener();
    const answered = await hooks.service
      .http(account)
      .post('/webhook/rotate-secret')
      .send({ previous_valid_for_seconds: seconds });
    expect(answered).toMatchObject({
      status: 400,
      body: { error: { details: { errors: [{ field: 'previous_valid_for_seconds' }] } } },
    });
  });

  test.each(['url', 'secret_last4', 'last_delivery'])('rejects %s as read-only', async (field) => {
    const { account } = await hooks.listener();
    const { body } = await hooks.service
      .http(account)
      .post('/webhook/rotate-secret')
      .send({ [field]: 'x' })
      .expect(400);
    expect(body.error.details.errors).toEqual([{ field, message: 'is read-only' }]);
  });

  test('accepts no body, an empty one or JSON, and nothing else', async () => {
    const { account } = await hooks.listener();
    const send = (body: string, type?: string) => {
      const ask = hooks.service.http(account).post('/webhook/rotate-secret');
      return (type === undefined ? ask.unset('Content-Type') : ask.set('Content-Type', type)).send(body);
    };
    expect((await send('', 'text/plain')).status).toBe(200);
    expect((await send('{}', 'application/json')).status).toBe(200);
    expect(await send('{}', 'text/plain')).toMatchObject({
      status: 400,
      body: { error: { details: { errors: [{ field: 'headers.Content-Type' }] } } },
    });
    for (const body of ['[]', 'null', '{', '{"a":1}']) {
      expect((await send(body, 'application/json')).status).toBe(400);
    }
  });
});

import { Webhook } from 'standardwebhooks';
import { CallAnnouncer } from '../src/calls';
import { newId } from '../src/platform/ids';
import { HostResolver } from '../src/webhooks/infrastructure/host-resolver';
import { eventually, TestApp, type TestAccount } from './harness/app';
import { answer, inTurn, misbehave, Receiver, type ReceivedRequest } from './harness/receiver';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let service: TestApp;
const receivers: Receiver[] = [];

beforeAll(async () => {
  service = await TestApp.start({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});

async function receive(...[behaviour]: Parameters<typeof Receiver.start>): Promise<Receiver> {
  const receiver = await Receiver.start(behaviour);
  receivers.push(receiver);
  return receiver;
}

async function setEndpoint(account: TestAccount, url: string): Promise<{ secret: string }> {
  const { body, status } = await service.http(account).put('/webhook').send({ url });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** An account with an endpoint. */
async function listener(behaviour = answer(200)) {
  const account = await service.account();
  const receiver = await receive(behaviour);
  const { secret } = await setEndpoint(account, receiver.url());
  return { account, receiver, secret };
}

/** Announces calls as the calls do it when they become final. */
async function announce(account: TestAccount, count = 1, status = 'completed'): Promise<string[]> {
  const calls = Array.from({ length: count }, () => ({
    accountId: account.id,
    call: {
      id: newId('call'),
      object: 'call',
      status,
      phone_number: '+919876540001',
      outcome: null,
    } as never,
  }));
  const announcer = service.app.get(CallAnnouncer, { strict: false });
  await service.unitOfWork.run(() => announcer.announce(calls));
  return calls.map(({ call }: { call: { id: string } }) => call.id);
}

function deliveries(account: TestAccount, query = '') {
  return service
    .http(account)
    .get(`/webhook/deliveries${query}`)
    .then(({ body }) => body.data as Record<string, unknown>[]);
}

/** What the library of the standard says, at the time that the request claims: tests move the clock. */
function verify({ headers, body }: ReceivedRequest, secret: string): unknown {
  const now = jest.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1_000);
  try {
    return new Webhook(secret).verify(body, headers);
  } finally {
    now.mockRestore();
  }
}

async function eventState(callId: string) {
  return service.unitOfWork.row<{ id: string; state: string; attempts: number }>(
    'SELECT id, state, attempts FROM webhook_events WHERE call_id = $1',
    [callId],
  );
}

describe('the endpoint', () => {
  test('is absent, set, seen, changed and deleted; the secret is shown once', async () => {
    const account = await service.account();
    const http = service.http(account);
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

  test('of two first settings at once one shows the secret', async () => {
    const http = service.http(await service.account());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => http.put('/webhook').send({ url: `https://8.8.8.8/${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.filter(({ body }) => body.secret !== undefined)).toHaveLength(1);
  });

  test('is nobody’s business without the scope', async () => {
    const account = await service.account({
      scopes: ['calls:read', 'calls:write', 'agents:manage', 'counsellors:manage'],
    });
    const http = service.http(account);
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
      'must lead to a public address: bad.test resolves to 10.0.0.1, which is not a public address but private (10.0.0.0/8)',
    ],
  ])('%j is refused and says which rule', async (body, field, message) => {
    const resolver = service.app.get(HostResolver, { strict: false });
    const resolve = jest.spyOn(resolver, 'resolve').mockResolvedValue(['8.8.8.8', '10.0.0.1']);
    const answered = await service
      .http(await service.account())
      .put('/webhook')
      .send(body);
    resolve.mockRestore();
    expect(answered).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: { errors: [{ field, message }] } } },
    });
  });

  test('every field with a problem is told at once', async () => {
    const { body } = await service
      .http(await service.account())
      .put('/webhook')
      .send({ url: 'x', b: 1 });
    expect(body.error.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'b',
      'url',
    ]);
  });

  test('a name that does not resolve is accepted', async () => {
    const resolver = service.app.get(HostResolver, { strict: false });
    const resolve = jest.spyOn(resolver, 'resolve').mockResolvedValue([]);
    await setEndpoint(await service.account(), 'https://not-yet.example/hook');
    resolve.mockRestore();
  });
});

describe('rotate-secret', () => {
  test('both secrets sign during the overlap, the newest first, never more than two', async () => {
    const { account, receiver, secret: first } = await listener();
    const http = service.http(account);
    const rotated = await http.post('/webhook/rotate-secret').send({ previous_valid_for_seconds: 3_600 });
    expect(rotated).toMatchObject({ status: 200, body: { object: 'webhook', url: receiver.url() } });
    const second = rotated.body.secret as string;
    expect(rotated.body.secret_last4).toBe(second.slice(-4));
    await http.post('/webhook/test');
    const [overlap] = receiver.requests.splice(0);
    for (const secret of [first, second])
      expect(verify(overlap!, secret)).toMatchObject({ type: 'webhook.test' });
    const third = (await http.post('/webhook/rotate-secret')).body.secret as string;
    await http.post('/webhook/test');
    const [later] = receiver.requests.splice(0);
    expect(later!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const secret of [second, third])
      expect(verify(later!, secret)).toMatchObject({ type: 'webhook.test' });
    expect(() => verify(later!, first)).toThrow();
    await service.advance(25 * HOUR);
    await http.post('/webhook/test');
    const [after] = receiver.requests.splice(0);
    expect(after!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
    expect(verify(after!, third)).toMatchObject({ type: 'webhook.test' });
    expect((await http.get('/webhook')).body.secret).toBeUndefined();
  });

  test('the old secret is valid for a day unless said otherwise, and 0 ends it at once', async () => {
    const { account, receiver } = await listener();
    const http = service.http(account);
    const now = service.clock.nowMs();
    for (const ask of [http.post('/webhook/rotate-secret'), http.post('/webhook/rotate-secret').send({})]) {
      const { body } = await ask;
      const seconds = (Date.parse(body.previous_secret_valid_until) - now) / 1_000;
      expect(seconds).toBeGreaterThanOrEqual(86_400);
      expect(seconds).toBeLessThan(86_410);
    }
    const { body } = await http.post('/webhook/rotate-secret').send({ previous_valid_for_seconds: 0 });
    expect(Date.parse(body.previous_secret_valid_until)).toBeLessThanOrEqual(service.clock.nowMs());
    await http.post('/webhook/test');
    expect(receiver.requests[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  });

  test.each([-1, 86_401, 1.5, '60', true, []])('refuses %j seconds', async (seconds) => {
    const { account } = await listener();
    const answered = await service
      .http(account)
      .post('/webhook/rotate-secret')
      .send({ previous_valid_for_seconds: seconds });
    expect(answered).toMatchObject({
      status: 400,
      body: { error: { details: { errors: [{ field: 'previous_valid_for_seconds' }] } } },
    });
  });

  test('takes no body, an empty one or JSON, and nothing else', async () => {
    const { account } = await listener();
    const send = (body: string, type?: string) => {
      const ask = service.http(account).post('/webhook/rotate-secret');
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

describe('test', () => {
  test('sends one webhook.test at once and tells what became of it', async () => {
    const { account, receiver, secret } = await listener();
    const http = service.http(account);
    const { status, body } = await http.post('/webhook/test');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        object: 'webhook_test',
        event_id: expect.stringMatching(/^evt_/),
        delivered: true,
        status_code: 200,
        duration_ms: expect.any(Number),
        error: null,
      },
    });
    const [request] = receiver.requests;
    expect(verify(request!, secret)).toEqual({
      id: body.event_id,
      object: 'event',
      type: 'webhook.test',
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      api_version: '1.3.0',
      data: { message: expect.any(String) },
    });
    expect(request!.headers).toMatchObject({
      'service-event-id': body.event_id,
      'webhook-id': body.event_id,
      'content-type': 'application/json',
    });
    const [delivery] = await deliveries(account);
    expect(delivery).toMatchObject({
      object: 'delivery',
      event_id: body.event_id,
      type: 'webhook.test',
      call_id: null,
      attempt: 1,
      status_code: 200,
      delivered: true,
      next_attempt_at: null,
    });
    expect((await http.get('/webhook')).body.last_delivery).toEqual({
      event_id: body.event_id,
      type: 'webhook.test',
      status_code: 200,
      delivered: true,
      at: delivery!['at'],
      error: null,
    });
  });

  test('a failure is told and never tried again', async () => {
    const { account, receiver } = await listener(answer(503));
    const { body, status } = await service.http(account).post('/webhook/test');
    expect({ body, status }).toMatchObject({
      status: 200,
      body: { delivered: false, status_code: 503, error: expect.stringContaining('503') },
    });
    await service.advance(48 * HOUR);
    expect(receiver.requests).toHaveLength(1);
  });

  test('an address that is refused is a delivery, too', async () => {
    const account = await service.account();
    const resolver = service.app.get(HostResolver, { strict: false });
    const resolve = jest
      .spyOn(resolver, 'resolve')
      .mockResolvedValueOnce([])
      .mockResolvedValue(['192.168.0.1']);
    await setEndpoint(account, 'https://later-bad.test/');
    const { body } = await service.http(account).post('/webhook/test');
    resolve.mockRestore();
    expect(body).toMatchObject({
      delivered: false,
      status_code: null,
      error: expect.stringContaining('192.168.0.1'),
    });
    expect(await deliveries(account)).toMatchObject([{ event_id: body.event_id, delivered: false }]);
  });
});

describe('the event of a call', () => {
  test('is one, with the call as the API returns it, and stands in the timeline', async () => {
    const { account, receiver, secret } = await listener();
    const http = service.http(account);
    const agent = await http
      .post('/agents')
      .send({ name: 'Asha', opening_line: 'Hi', system_prompt: 'Ask.' });
    const queued = await http.post('/calls').send({
      agent_id: agent.body.id,
      phone_number: '+919876540001',
      metadata: { z: 1, a: 'ä' },
      scheduled_for: new Date(service.clock.nowMs() + HOUR).toISOString(),
    });
    const canceled = await http.post(`/calls/${queued.body.id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled' } });
    await eventually(async () => {
      expect(await deliveries(account)).toHaveLength(1);
    });
    expect(receiver.requests).toHaveLength(1);
    const event = verify(receiver.requests[0]!, secret);
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      object: 'event',
      type: 'call.not_connected',
      created_at: expect.any(String),
      api_version: '1.3.0',
      data: canceled.body,
    });
    expect((event as { data: unknown }).data).toEqual((await http.get(`/calls/${queued.body.id}`)).body);
    const { id } = event as { id: string };
    const { body: timeline } = await http.get(`/calls/${queued.body.id}/timeline`);
    expect(timeline.data.slice(-2)).toEqual([
      {
        at: expect.any(String),
        type: 'event_made',
        message: 'The event call.not_connected was made.',
        event_id: id,
      },
      {
        at: expect.any(String),
        type: 'event_attempt',
        message: 'Attempt 1 delivered the event (status 200).',
        event_id: id,
      },
    ]);
  });

  test.each([
    ['completed', 'call.completed'],
    ['no_answer', 'call.not_connected'],
    ['busy', 'call.not_connected'],
    ['failed', 'call.not_connected'],
    ['canceled', 'call.not_connected'],
    ['expired', 'call.not_connected'],
  ])('%s is %s', async (status, type) => {
    const account = await service.account();
    const [callId = ''] = await announce(account, 1, status);
    const row = await service.unitOfWork.row('SELECT type FROM webhook_events WHERE call_id = $1', [callId]);
    expect(row).toEqual({ type });
  });

  test('there is never a second one for a call', async () => {
    const account = await service.account();
    const announcer = service.app.get(CallAnnouncer, { strict: false });
    const call = { accountId: account.id, call: { id: newId('call'), status: 'completed' } as never };
    const twice = () => service.unitOfWork.run(() => announcer.announce([call]));
    await twice();
    await expect(twice()).rejects.toThrow('webhook_events_call');
  });

  test('10,000 at once are made within seconds', async () => {
    const account = await service.account();
    const started = performance.now();
    await announce(account, 10_000, 'canceled');
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('the attempts', () => {
  test('six, each so long after the failure before, never early, and none in the next 48 hours', async () => {
    const { account, receiver, secret } = await listener(answer(500));
    const [callId = ''] = await announce(account);
    const attempts = async (count: number) => {
      await eventually(async () => {
        expect((await eventState(callId))?.attempts).toBe(count);
      });
    };
    await attempts(1);
    for (const [index, wait] of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR].entries()) {
      const [last] = await deliveries(account, `?call_id=${callId}`);
      const failedAt = Date.parse(last!['at'] as string) + (last!['duration_ms'] as number);
      const due = Date.parse(last!['next_attempt_at'] as string);
      expect(due - failedAt).toBeGreaterThanOrEqual(wait - 1);
      expect(due - failedAt).toBeLessThan(wait * 1.05);
      await service.advance(due - service.clock.nowMs() - 500);
      expect((await eventState(callId))?.attempts).toBe(index + 1);
      await service.advance(500);
      await attempts(index + 2);
      const [next] = await deliveries(account, `?call_id=${callId}`);
      const at = Date.parse(next!['at'] as string);
      expect(at).toBeGreaterThanOrEqual(due);
      expect(at - due).toBeLessThan(wait * 0.05);
    }
    expect(await eventState(callId)).toMatchObject({ state: 'dropped', attempts: 6 });
    for (let hour = 0; hour < 48; hour += 4) await service.advance(4 * HOUR);
    expect(await eventState(callId)).toMatchObject({ state: 'dropped', attempts: 6 });
    expect(receiver.requests).toHaveLength(6);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['service-event-id'])).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(6);
    for (const request of receiver.requests) verify(request, secret);
    const list = await deliveries(account, `?call_id=${callId}`);
    expect(list.map(({ attempt }) => attempt)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(list[0]!['next_attempt_at']).toBeNull();
  }, 60_000);

  test('a retry that succeeds ends it', async () => {
    const { account, receiver } = await listener(inTurn(answer(500), answer(204)));
    const [callId = ''] = await announce(account);
    await eventually(async () => {
      expect(await eventState(callId)).toMatchObject({ state: 'pending', attempts: 1 });
    });
    await service.advance(MINUTE + 1_000);
    await eventually(async () => {
      expect(await eventState(callId)).toMatchObject({ state: 'delivered', attempts: 2 });
    });
    await service.advance(48 * HOUR);
    expect(receiver.requests).toHaveLength(2);
  });

  test('what is due soon is punctual without any sweep', async () => {
    const quick = await TestApp.start({
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_RETRY_SCHEDULE: '1s,2s',
    });
    const account = await quick.account();
    const receiver = await receive(answer(500));
    await quick.http(account).put('/webhook').send({ url: receiver.url() });
    const call = { accountId: account.id, call: { id: newId('call'), status: 'completed' } as never };
    await quick.unitOfWork.run(() => quick.app.get(CallAnnouncer, { strict: false }).announce([call]));
    await eventually(async () => {
      expect(receiver.requests).toHaveLength(3);
      await Promise.resolve();
    });
    const [first = 0, second = 0, third = 0] = receiver.requests.map(({ atMs }) => atMs);
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    expect(second - first).toBeLessThan(1_150);
    expect(third - second).toBeGreaterThanOrEqual(2_000);
    expect(third - second).toBeLessThan(2_150);
    await quick.stop();
  }, 30_000);

  test('a changed URL takes over what is pending', async () => {
    const { account, secret } = await listener(answer(500));
    const [callId = ''] = await announce(account);
    await eventually(async () => {
      expect(await eventState(callId)).toMatchObject({ state: 'pending', attempts: 1 });
    });
    const other = await receive();
    expect((await setEndpoint(account, other.url())).secret).toBeUndefined();
    await service.advance(MINUTE + 1_000);
    await eventually(async () => {
      expect(await eventState(callId)).toMatchObject({ state: 'delivered' });
    });
    expect(verify(other.requests[0]!, secret)).toMatchObject({ data: { id: callId } });
  });

  test('DELETE drops what is pending; an endpoint set later does not get it', async () => {
    const { account } = await listener(answer(500));
    const [callId = ''] = await announce(account);
    await eventually(async () => {
      expect(await eventState(callId)).toMatchObject({ attempts: 1 });
    });
    await service.http(account).delete('/webhook');
    expect(await eventState(callId)).toMatchObject({ state: 'dropped' });
    const later = await receive();
    await setEndpoint(account, later.url());
    await service.advance(24 * HOUR);
    expect(later.requests).toHaveLength(0);
  });

  test('without an endpoint the event is kept: not delivered to one set later, redelivered when asked', async () => {
    const account = await service.account();
    const [callId = ''] = await announce(account);
    const receiver = await receive();
    const { secret } = await setEndpoint(account, receiver.url());
    await service.advance(24 * HOUR);
    expect(receiver.requests).toHaveLength(0);
    const event = await eventState(callId);
    expect(event).toMatchObject({ state: 'kept', attempts: 0 });
    const answered = await service.http(account).post(`/webhook/deliveries/${event!.id}/redeliver`);
    expect(answered).toMatchObject({
      status: 200,
      body: {
        object: 'delivery',
        event_id: event!.id,
        call_id: callId,
        attempt: 1,
        delivered: true,
        next_attempt_at: null,
      },
    });
    expect(verify(receiver.requests[0]!, secret)).toMatchObject({ id: event!.id, type: 'call.completed' });
  });

  test('a worker that died with claimed events: they are delivered after its lease, with the same id', async () => {
    const { account, receiver } = await listener();
    const lease = new Date(service.clock.nowMs() + 30_000);
    const callId = await service.unitOfWork.run(async () => {
      const [id = ''] = await announce(account);
      await service.unitOfWork.affected('UPDATE webhook_events SET lease_until = $2 WHERE call_id = $1', [
        id,
        lease,
      ]);
      return id;
    });
    await service.advance(15_000);
    expect(receiver.requests).toHaveLength(0);
    await service.advance(16_000);
    await eventually(async () => {
      expect(await eventState(callId)).toMatchObject({ state: 'delivered', attempts: 1 });
    });
    expect(receiver.requests[0]!.headers['webhook-id']).toBe((await eventState(callId))!.id);
  });

  test('no doorbell at all: the sweep finds every pending event', async () => {
    const { account, receiver } = await listener();
    await service.unitOfWork.run(async () => {
      await announce(account, 300);
      await service.unitOfWork.affected("DELETE FROM outbox WHERE payload->>'accountId' = $1", [account.id]);
    });
    await eventually(async () => {
      expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(300);
      await Promise.resolve();
    });
  });
});

describe('redeliver', () => {
  test('counts on; a failure leaves the schedule, a success ends it', async () => {
    const { account, receiver } = await listener(inTurn(answer(500), answer(502), answer(200)));
    const [callId = ''] = await announce(account);
    await eventually(async () => {
      expect(await eventState(callId)).toMatchObject({ attempts: 1 });
    });
    const [first] = await deliveries(account);
    const redeliver = () =>
      service.http(account).post(`/webhook/deliveries/${first!['event_id'] as string}/redeliver`);
    expect(await redeliver()).toMatchObject({
      status: 200,
      body: { attempt: 2, status_code: 502, delivered: false, next_attempt_at: first!['next_attempt_at'] },
    });
    expect(await redeliver()).toMatchObject({
      status: 200,
      body: { attempt: 3, status_code: 200, delivered: true, next_attempt_at: null },
    });
    await service.advance(48 * HOUR);
    expect(receiver.requests).toHaveLength(3);
    const { body } = await service.http(account).get('/webhook/deliveries?limit=2');
    expect(body).toMatchObject({ object: 'list', has_more: true, data: [{ attempt: 3 }, { attempt: 2 }] });
    const next = await service
      .http(account)
      .get(`/webhook/deliveries?limit=2&starting_after=${body.data[1].id as string}`);
    expect(next.body).toMatchObject({ has_more: false, data: [{ attempt: 1 }] });
  });

  test('404 for an unknown event, another account’s event, and without an endpoint', async () => {
    const { account } = await listener();
    const stranger = (await listener()).account;
    const [callId = ''] = await announce(account);
    const id = (await eventState(callId))!.id;
    for (const [who, what] of [
      [account, 'evt_unknown'],
      [stranger, id],
    ] as const) {
      expect(await service.http(who).post(`/webhook/deliveries/${what}/redeliver`)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    }
    await service.http(account).delete('/webhook');
    expect(await service.http(account).post(`/webhook/deliveries/${id}/redeliver`)).toMatchObject({
      status: 404,
    });
  });
});

describe('the list of deliveries', () => {
  test('is the account’s own, filtered, and refuses what it does not know', async () => {
    const { account } = await listener();
    const [one = '', two = ''] = await announce(account, 2);
    await eventually(async () => {
      expect(await deliveries(account)).toHaveLength(2);
    });
    const [delivery] = await deliveries(account, `?call_id=${one}`);
    expect(delivery).toMatchObject({ call_id: one });
    expect(await deliveries(account, `?call_id=${one}`)).toHaveLength(1);
    expect(await deliveries(account, `?event_id=${delivery!['event_id'] as string}`)).toHaveLength(1);
    expect(await deliveries(account, `?event_id=${delivery!['event_id'] as string}&call_id=${two}`)).toEqual(
      [],
    );
    expect(await deliveries(account, '?event_id=evt_unknown')).toEqual([]);
    expect(await deliveries(await service.account())).toEqual([]);
    const bad = await service.http(account).get('/webhook/deliveries?starting_after=dlv_unknown&limit=5');
    expect(bad).toMatchObject({
      status: 400,
      body: { error: { details: { errors: [{ field: 'query.starting_after' }] } } },
    });
  });
});

test('the metrics tell attempts by result, how long they took, what waits and since when', async () => {
  const { account } = await listener(answer(500));
  await announce(account);
  await service.http(account).post('/webhook/test');
  await service.advance(30_000);
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  expect(text).toMatch(/aics_webhook_attempts_total\{result="refused_status"\} \d+/);
  expect(text).toMatch(/aics_webhook_attempts_total\{result="delivered"\} \d+/);
  expect(text).toMatch(/aics_webhook_attempt_seconds_bucket\{le="10"\} \d+/);
  expect(text).toMatch(/aics_webhook_events_pending [1-9]/);
  expect(Number(/aics_webhook_oldest_pending_seconds (\S+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(30);
});

describe('isolation', () => {
  test('an endpoint that hangs, with 1,000 events behind it, delays nobody', async () => {
    const { account: dead, receiver: black } = await listener(misbehave.hang);
    await announce(dead, 1_000);
    await eventually(async () => {
      expect(black.requests.length).toBeGreaterThanOrEqual(8);
      await Promise.resolve();
    });
    const healthy = await Promise.all(Array.from({ length: 20 }, () => listener()));
    const started = performance.now();
    await Promise.all(healthy.map(({ account }) => announce(account, 5)));
    await eventually(async () => {
      expect(healthy.every(({ receiver }) => receiver.requests.length === 5)).toBe(true);
      await Promise.resolve();
    });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(black.openSockets).toBeLessThanOrEqual(8);
    await service.http(dead).delete('/webhook');
    await black.stop();
  }, 60_000);
});

describe('stored secrets', () => {
  const KEY = 'a'.repeat(64);
  const OTHER = 'b'.repeat(64);

  test('are encrypted; a wrong SECRET_KEY refuses to start, the previous one opens and is retired', async () => {
    const first = await TestApp.start({
      SECRET_KEY: KEY,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
    });
    const account = await first.account();
    const receiver = await receive();
    const { body } = await first.http(account).put('/webhook').send({ url: receiver.url() });
    const stored = await first.unitOfWork.rows('SELECT * FROM webhook_endpoints');
    expect(JSON.stringify(stored)).not.toContain(body.secret.slice(6, -1));
    const restart = (environment: Record<string, string>) =>
      TestApp.start(
        { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true', ...environment },
        first.databaseUrl,
      );
    await expect(restart({ SECRET_KEY: OTHER })).rejects.toThrow('SECRET_KEY is not the key');
    const moved = await restart({ SECRET_KEY: OTHER, SECRET_KEY_PREVIOUS: KEY });
    expect((await moved.http(account).post('/webhook/test')).body).toMatchObject({ delivered: true });
    await moved.advance(0);
    await moved.stop();
    await expect(restart({ SECRET_KEY: KEY })).rejects.toThrow('SECRET_KEY is not the key');
    const last = await restart({ SECRET_KEY: OTHER });
    expect((await last.http(account).post('/webhook/test')).body).toMatchObject({ delivered: true });
    for (const request of receiver.requests) verify(request, body.secret);
    await last.stop();
    await first.stop();
  }, 60_000);
});

import { CallAnnouncer } from '../../src/calls';
import { newId } from '../../src/platform/ids';
import { HostResolver } from '../../src/platform/outbound/host-resolver';
import { eventually, TestApp } from '../harness/app';
import { answer } from '../harness/receiver';
import { LOCAL_WEBHOOKS, verify, WebhookTests } from '../harness/webhooks';

const HOUR = 3_600_000;

let hooks: WebhookTests;

beforeAll(async () => {
  hooks = await WebhookTests.start();
});
afterAll(() => hooks.stop());

describe('the event of a call', () => {
  test('is sent once, with the call as the API returns it, and stands in the timeline', async () => {
    const { account, receiver, secret } = await hooks.listener();
    const http = hooks.service.http(account);
    const agent = await http
      .post('/agents')
      .send({ name: 'Asha', opening_line: 'Hi', system_prompt: 'Ask.' });
    const queued = await http.post('/calls').send({
      agent_id: agent.body.id,
      phone_number: '+919876540001',
      metadata: { z: 1, a: 'ä' },
      scheduled_for: new Date(hooks.service.clock.nowMs() + HOUR).toISOString(),
    });
    const canceled = await http.post(`/calls/${queued.body.id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled' } });
    await eventually(async () => {
      expect(await hooks.deliveries(account)).toHaveLength(1);
    });
    expect(receiver.requests).toHaveLength(1);
    const event = verify(receiver.requests[0], secret);
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
  ])('for status %s is %s', async (status, type) => {
    const account = await hooks.service.account();
    const [callId = ''] = await hooks.announce(account, 1, status);
    const row = await hooks.service.unitOfWork.row('SELECT type FROM webhook_events WHERE call_id = $1', [
      callId,
    ]);
    expect(row).toEqual({ type });
  });

  test('is never sent for a second end of a call', async () => {
    const account = await hooks.service.account();
    const announcer = hooks.service.app.get(CallAnnouncer, { strict: false });
    const call = { accountId: account.id, call: { id: newId('call'), status: 'completed' } as never };
    const announce = (status: string) =>
      hooks.service.unitOfWork.run(() =>
        announcer.announce([{ ...call, call: { ...(call.call as object), status } as never }]),
      );
    await announce('completed');
    for (const status of ['completed', 'busy']) {
      await expect(announce(status)).rejects.toThrow('webhook_events_call');
    }
  });

  test('is created for 10,000 calls within seconds', async () => {
    const account = await hooks.service.account();
    const started = performance.now();
    await hooks.announce(account, 10_000, 'canceled');
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('test', () => {
  test('sends one webhook.test at once and returns its result', async () => {
    const { account, receiver, secret } = await hooks.listener();
    const http = hooks.service.http(account);
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
    expect(verify(request, secret)).toEqual({
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
    const [delivery] = await hooks.deliveries(account);
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
      at: delivery!.at,
      error: null,
    });
  });

  test('does not count as the last delivery of a new endpoint', async () => {
    const { account, receiver } = await hooks.listener();
    const http = hooks.service.http(account);
    await http.post('/webhook/test');
    await http.delete('/webhook');
    const url = receiver.url();
    expect((await http.put('/webhook').send({ url })).body.last_delivery).toBeNull();
    const { body } = await http.post('/webhook/test');
    const changed = await http.put('/webhook').send({ url: `${url}changed` });
    expect(changed.body.last_delivery).toMatchObject({ event_id: body.event_id, delivered: true });
  });

  test('returns a failure, and never retries', async () => {
    const { account, receiver } = await hooks.listener(answer(503));
    const { body, status } = await hooks.service.http(account).post('/webhook/test');
    expect({ body, status }).toMatchObject({
      status: 200,
      body: { delivered: false, status_code: 503, error: expect.stringContaining('503') },
    });
    await hooks.service.advance(48 * HOUR);
    expect(receiver.requests).toHaveLength(1);
  });

  test('records a rejected address as a delivery, too', async () => {
    const account = await hooks.service.account();
    const resolver = hooks.service.app.get(HostResolver, { strict: false });
    const resolve = jest
      .spyOn(resolver, 'resolve')
      .mockResolvedValueOnce([])
      .mockResolvedValue(['192.168.0.1']);
    await hooks.setEndpoint(account, 'https://later-bad.test/');
    const { body } = await hooks.service.http(account).post('/webhook/test');
    resolve.mockRestore();
    expect(body).toMatchObject({
      delivered: false,
      status_code: null,
      error: 'later-bad.test resolves to an address that is not public.',
    });
    expect(await hooks.deliveries(account)).toMatchObject([{ event_id: body.event_id, delivered: false }]);
  });
});

test('exports attempts by result and duration, and the number and age of waiting events', async () => {
  const { account } = await hooks.listener(answer(500));
  await hooks.announce(account);
  await hooks.service.http(account).post('/webhook/test');
  await hooks.service.advance(30_000);
  const text = await (await fetch(`${hooks.service.origin}/metrics`)).text();
  expect(text).toMatch(/aics_webhook_attempts_total\{result="refused_status"\} \d+/);
  expect(text).toMatch(/aics_webhook_attempts_total\{result="delivered"\} \d+/);
  expect(text).toMatch(/aics_webhook_attempt_seconds_bucket\{le="10"\} \d+/);
  expect(text).toMatch(/aics_webhook_events_pending [1-9]/);
  expect(Number(/^aics_webhook_oldest_pending_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThanOrEqual(30);
});

describe('stored secrets', () => {
  const KEY = 'a'.repeat(64);
  const OTHER = 'b'.repeat(64);

  test('are encrypted; a wrong SECRET_KEY refuses to start, the previous one decrypts and is retired', async () => {
    const first = await TestApp.start({ ...LOCAL_WEBHOOKS, SECRET_KEY: KEY });
    const account = await first.account();
    const receiver = await hooks.receive();
    const { body } = await first.http(account).put('/webhook').send({ url: receiver.url() });
    const stored = await first.unitOfWork.rows('SELECT * FROM webhook_endpoints');
    expect(JSON.stringify(stored)).not.toContain(body.secret.slice(6, -1));
    const restart = (environment: Record<string, string>) =>
      TestApp.start({ ...LOCAL_WEBHOOKS, ...environment }, first.databaseUrl);
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
  });
});

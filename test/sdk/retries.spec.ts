import type { AiCalling } from '../../sdk/src/client.ts';
import { AbortError, ApiError, ConnectionError, isApiError, TimeoutError } from '../../sdk/src/errors.ts';
import type { RetryNotice } from '../../sdk/src/options.ts';
import { clientWith, ofProxy, ok, refused, type Reply } from './fake-service';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

/** How a promise ended, after all timers. */
async function settled<T>(promise: PromiseLike<T>): Promise<{ value?: T; error?: unknown }> {
  const end = Promise.resolve(promise).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await jest.advanceTimersByTimeAsync(3_600_000);
  return end;
}

const TOOL = { kind: 'http', name: 'orders', url: 'https://example.com/orders' } as const;

type Send = (client: AiCalling) => PromiseLike<unknown>;

/** What may be done twice. */
const REPEATABLE: readonly [string, Send][] = [
  ['GET', (client) => client.calls.get('call_1')],
  ['a list', (client) => client.calls.list()],
  ['PUT', (client) => client.doNotCall.add('+919876540001')],
  ['PATCH', (client) => client.counsellors.update('csl_1', { name: 'Ravi' })],
  ['PATCH of an agent', (client) => client.agents.update('agent_1', { pace: 1 })],
  ['disable', (client) => client.agents.disable('agent_1')],
  ['a POST with Idempotency-Key', (client) => client.calls.create({ phone_number: '+919876540001' })],
];

const ONCE: readonly [string, Send][] = [
  ['cancel', (client) => client.calls.cancel('call_1')],
  ['DELETE', (client) => client.doNotCall.remove('+919876540001')],
  ['redeliver', (client) => client.webhook.redeliver('evt_1')],
  ['a test of the webhook', (client) => client.webhook.test()],
  ['rotate', (client) => client.webhook.rotateSecret()],
  ['rotate of a tool', (client) => client.tools.rotateSecret('tool_1')],
  ['a trial of a tool', (client) => client.tools.try('tool_1')],
  ['a run of tests', (client) => client.agents.runTests('agent_1')],
  ['POST /tools, which shows a secret', (client) => client.tools.create(TOOL)],
  ['PUT /webhook, which shows a secret', (client) => client.webhook.set({ url: 'https://example.com' })],
  [
    'PATCH with expected_updated_at',
    (client) => client.agents.update('agent_1', { pace: 1, expected_updated_at: '2026-01-01T00:00:00Z' }),
  ],
  [
    'PATCH with If-Match',
    (client) => client.agents.update('agent_1', { pace: 1 }, { headers: { 'If-Match': '"1"' } }),
  ],
];

const LOST = new TypeError('fetch failed');
const UNKNOWN_END: readonly [string, () => Reply][] = [
  ['500', () => refused(500, 'internal_error')],
  ['503 of a proxy', () => ofProxy(503)],
  ['429 of a proxy', () => ofProxy(429)],
  ['a lost connection', () => LOST],
  ['a time-out', () => 'silence'],
];
const NOTHING_DONE: readonly [string, () => Reply][] = [
  ['429', () => refused(429, 'rate_limited', { retryAfter: '7' })],
  ['503', () => refused(503, 'auth_unavailable')],
];

describe('requests that are repeated', () => {
  const cases = REPEATABLE.flatMap(([what, send]) =>
    [...UNKNOWN_END, ...NOTHING_DONE].map(([after, reply]) => ({ what, send, after, reply })),
  );
  it.each(cases)('are repeated: $what after $after', async ({ send, reply }) => {
    const { client, sent } = clientWith([reply(), ok({ data: [], has_more: false })]);
    expect((await settled(send(client))).error).toBeUndefined();
    expect(sent).toHaveLength(2);
  });

  const careful = ONCE.flatMap(([what, send]) =>
    NOTHING_DONE.map(([after, reply]) => ({ what, send, after, reply })),
  );
  it.each(careful)('are repeated: $what after $after without an effect', async ({ send, reply }) => {
    const { client, sent } = clientWith([reply(), ok({})]);
    expect((await settled(send(client))).error).toBeUndefined();
    expect(sent).toHaveLength(2);
  });
});

describe('requests that are sent once', () => {
  const cases = ONCE.flatMap(([what, send]) =>
    UNKNOWN_END.map(([after, reply]) => ({ what, send, after, reply })),
  );
  it.each(cases)('are not repeated: $what after $after', async ({ send, reply }) => {
    const { client, sent } = clientWith([reply()]);
    expect((await settled(send(client))).error).toBeInstanceOf(Error);
    expect(sent).toHaveLength(1);
  });

  it.each([400, 401, 402, 403, 404, 405, 409, 422, 502, 504])('are not repeated after %d', async (status) => {
    const { client, sent } = clientWith([refused(status, 'refused')]);
    expect((await settled(client.calls.get('call_1'))).error).toMatchObject({ status, code: 'refused' });
    expect(sent).toHaveLength(1);
  });

  it('are not repeated when maxRetries is 0', async () => {
    const { client, sent } = clientWith([LOST]);
    expect((await settled(client.calls.get('call_1', { maxRetries: 0 }))).error).toBeInstanceOf(
      ConnectionError,
    );
    expect(sent).toHaveLength(1);
  });
});

describe('the body of a retry', () => {
  it('equals the first one, also when the caller changes the object', async () => {
    const { client, sent } = clientWith([LOST, ok({})], { onRetry: () => void (body.name = 'Ravi') });
    const body = { name: 'Asha', system_prompt: 'Help.', opening_line: 'Hello' };
    await settled(client.agents.create(body));
    expect(sent.map((one) => (JSON.parse(one.body ?? '') as typeof body).name)).toEqual(['Asha', 'Asha']);
  });

  it('is sent for a PATCH without a value for expected_updated_at', async () => {
    const { client, sent } = clientWith([LOST, ok({})]);
    await settled(client.agents.update('agent_1', { name: 'Ravi', expected_updated_at: undefined }));
    expect(sent).toHaveLength(2);
  });
});

describe('the Idempotency-Key', () => {
  it('is the same for all tries, and different for each call', async () => {
    const { client, sent } = clientWith([LOST, LOST, ok({})]);
    await settled(client.calls.create({ phone_number: '+919876540001' }));
    await settled(client.calls.create({ phone_number: '+919876540001' }));
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('is the given one', async () => {
    const { client, sent } = clientWith([ok({})]);
    await client.calls.create({ phone_number: '+919876540001' }, { idempotencyKey: 'order-1' });
    expect(sent[0]?.headers.get('Idempotency-Key')).toBe('order-1');
  });

  it('is omitted where the operation honours none', async () => {
    const { client, sent } = clientWith([ok({})]);
    await client.calls.cancel('call_1');
    expect(sent[0]?.headers.has('Idempotency-Key')).toBe(false);
  });
});

describe('delays between tries', () => {
  it('double from a second to a minute, varied by a fifth', async () => {
    const notices: RetryNotice[] = [];
    const { client } = clientWith([LOST], { maxRetries: 8, onRetry: (notice) => notices.push(notice) });
    await settled(client.calls.get('call_1'));
    const factors = [1, 2, 4, 8, 16, 32, 60, 60].map(
      (seconds, index) => (notices[index]?.waitMs ?? 0) / seconds / 1_000,
    );
    expect(Math.min(...factors)).toBeGreaterThanOrEqual(0.8);
    expect(Math.max(...factors)).toBeLessThanOrEqual(1.2);
    expect(new Set(factors).size).toBeGreaterThan(4);
    expect(notices).toHaveLength(8);
    expect(notices[0]).toMatchObject({ operationId: 'getCall', retry: 1 });
  });

  it('are at least Retry-After', async () => {
    const notices: RetryNotice[] = [];
    const replies = [refused(429, 'rate_limited', { retryAfter: '60' }), ok({})];
    const { client } = clientWith(replies, { onRetry: (notice) => notices.push(notice) });
    await settled(client.calls.get('call_1'));
    expect(notices.map(({ waitMs }) => waitMs)).toEqual([60_000]);
  });

  it('end with the error when Retry-After is more than a minute', async () => {
    const { client, sent } = clientWith([refused(429, 'rate_limited', { retryAfter: '61' })]);
    const { error } = await settled(client.calls.get('call_1'));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 61 });
    expect(sent).toHaveLength(1);
  });

  it('end with the signal', async () => {
    const { client, sent } = clientWith([LOST]);
    const controller = new AbortController();
    const end = settled(client.calls.get('call_1', { signal: controller.signal }));
    controller.abort();
    expect((await end).error).toBeInstanceOf(AbortError);
    expect(sent).toHaveLength(1);
  });
});

describe('an error', () => {
  it('has the response of the service', async () => {
    const { client } = clientWith([refused(409, 'call_already_queued', { details: { call_id: 'call_2' } })]);
    const { error } = await settled(client.calls.create({ phone_number: '+919876540001' }));
    expect(error).toMatchObject({ name: 'ApiError', status: 409, requestId: 'req_2', retryAfter: null });
    if (!isApiError(error, 'call_already_queued')) throw new Error('another error');
    expect(error.details.call_id).toBe('call_2');
    expect(isApiError(error, 'do_not_call')).toBe(false);
  });

  it("shows the first 200 characters of another server's response", async () => {
    const { client } = clientWith([ofProxy(404)]);
    const { error } = await settled(client.calls.get('call_1'));
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 404, requestId: null });
    expect((error as ApiError).message).toMatch(/: <html>x{194}$/);
  });

  it('is unexpected_answer for a 200 without JSON, and for a redirect, which the key does not follow', async () => {
    for (const reply of [new Response('hello'), new Response(null, { status: 302 })]) {
      const { client, sent } = clientWith([reply]);
      const { error } = await settled(client.calls.get('call_1'));
      expect(error).toMatchObject({ code: 'unexpected_answer' });
      expect(sent).toHaveLength(1);
    }
  });

  it('is a TimeoutError after timeoutMs', async () => {
    const { client } = clientWith(['silence']);
    const { error } = await settled(client.calls.get('call_1', { timeoutMs: 500, maxRetries: 0 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as Error).message).toBe('No response came within 500 ms.');
  });

  it('is an AbortError when the signal is aborted before or during the request, also without a limit', async () => {
    const { client, sent } = clientWith(['silence']);
    const early = await settled(client.calls.get('call_1', { signal: AbortSignal.abort() }));
    expect(early.error).toBeInstanceOf(AbortError);
    expect(sent).toHaveLength(0);
    const controller = new AbortController();
    const end = settled(client.calls.get('call_1', { signal: controller.signal, timeoutMs: Infinity }));
    await jest.advanceTimersByTimeAsync(60_000);
    controller.abort();
    expect((await end).error).toBeInstanceOf(AbortError);
  });

  it('never has the key', async () => {
    const secret = 'key_very_secret';
    const echo = new Response(`You sent X-API-Key: ${secret}`, { status: 502 });
    const replies: Reply[] = [refused(401, 'invalid_api_key'), ofProxy(500), echo, LOST];
    for (const reply of replies) {
      const { client } = clientWith([reply], { apiKey: secret, maxRetries: 0 });
      const { error } = await settled(client.calls.get('call_1'));
      const { inspect } = jest.requireActual<typeof import('node:util')>('node:util');
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
      expect(inspect(client, { depth: 9 }) + JSON.stringify(client)).not.toContain(secret);
    }
  });
});

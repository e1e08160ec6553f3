import { inspect } from 'node:util';
import { AiCalling } from '../../sdk/src/client.ts';
import { BrowserKeyError } from '../../sdk/src/errors.ts';
import type { DeprecationNotice } from '../../sdk/src/options.ts';
import { clientWith, ok } from './fake-service';

describe('base URL and paths', () => {
  it.each([
    ['https://calls.example.com', 'https://calls.example.com/v1/credits'],
    ['https://calls.example.com/', 'https://calls.example.com/v1/credits'],
    ['https://calls.example.com/v1', 'https://calls.example.com/v1/credits'],
    ['https://calls.example.com/v1/', 'https://calls.example.com/v1/credits'],
    ['https://example.com/calling/v1', 'https://example.com/calling/v1/credits'],
    ['http://[::1]:3000/a/b//', 'http://[::1]:3000/a/b/v1/credits'],
  ])('are joined: %s', async (baseUrl, expected) => {
    const { client, sent } = clientWith([ok({})], { baseUrl });
    await client.credits.get();
    expect(sent[0]?.url).toBe(expected);
  });

  it('are percent-encoded', async () => {
    const { client, sent } = clientWith([ok({})]);
    await client.calls.get('a/b?c#d é');
    expect(sent[0]?.url).toBe('http://service/v1/calls/a%2Fb%3Fc%23d%20%C3%A9');
  });

  it.each(['', '.', '..'])('reject "%s" in a path', (id) => {
    const { client } = clientWith([ok({})]);
    expect(() => client.calls.get(id)).toThrow(/calls\.get: id must be a text that is not empty/);
  });

  it('omit undefined and null from the query', async () => {
    const { client, sent } = clientWith([ok({ data: [], has_more: false })]);
    await client.calls.list({ limit: 5, test: true, phone_number: '+91', batch_id: undefined });
    expect(sent[0]?.url).toBe('http://service/v1/calls?limit=5&test=true&phone_number=%2B91');
  });

  it.each(['', 'calls.example.com', 'ftp://example.com'])('reject "%s"', (baseUrl) => {
    expect(() => new AiCalling({ apiKey: 'k', baseUrl })).toThrow(TypeError);
  });
});

describe('the environment', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  it('provides key and address', async () => {
    process.env['AI_CALLING_API_KEY'] = 'key_env';
    process.env['AI_CALLING_BASE_URL'] = 'http://env';
    const requests: [string, RequestInit][] = [];
    const fetch = (url: string, init: RequestInit) => {
      requests.push([url, init]);
      return Promise.resolve(ok({}));
    };
    await new AiCalling({ fetch: fetch as never }).credits.get();
    expect(requests[0]?.[0]).toBe('http://env/v1/credits');
    expect(new Headers(requests[0]?.[1].headers).get('X-API-Key')).toBe('key_env');
  });

  it('is named when a value is missing', () => {
    delete process.env['AI_CALLING_API_KEY'];
    delete process.env['AI_CALLING_BASE_URL'];
    expect(() => new AiCalling()).toThrow('There is no API key: pass apiKey, or set AI_CALLING_API_KEY.');
    expect(() => new AiCalling({ apiKey: 'k' })).toThrow('pass baseUrl, or set AI_CALLING_BASE_URL.');
  });

  it('must not be a page', () => {
    Object.assign(globalThis, { window: { document: {} } });
    try {
      expect(() => new AiCalling({ apiKey: 'k', baseUrl: 'http://x' })).toThrow(BrowserKeyError);
      expect(
        new AiCalling({ apiKey: 'k', baseUrl: 'http://x', dangerouslyAllowBrowser: true }),
      ).toBeDefined();
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
    }
  });
});

describe('the key', () => {
  it.each(['key_2\nX', 'key_2\r\nX-Team: a', 'key_2\0', 'key_2\u0001', 'key_2€', 'key_2\ud83d'])(
    'is rejected, and not shown, when no header may have it: %j',
    (apiKey) => {
      let error: unknown;
      try {
        new AiCalling({ apiKey, baseUrl: 'http://service' });
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(/apiKey has a character that no HTTP header may have/);
      expect(inspect(error, { depth: null })).not.toContain('key_2');
    },
  );

  it('may end with a line break', async () => {
    const { client, sent } = clientWith([ok({})], { apiKey: 'key_2\n' });
    await client.credits.get();
    expect(sent[0]?.headers.get('X-API-Key')).toBe('key_2');
  });
});

describe('a request', () => {
  it('has the headers of client and call, and always the key', async () => {
    const { client, sent } = clientWith([ok({})], { headers: { 'X-Team': 'a', 'X-API-Key': 'other' } });
    await client.calls.create({ phone_number: '+91' }, { headers: { 'X-Team': 'b' } });
    const { headers, body } = sent[0]!;
    expect(headers.get('X-Team')).toBe('b');
    expect(headers.get('X-API-Key')).toBe('key_1');
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(headers.get('User-Agent')).toBe('ai-calling-service-sdk/0.1.0');
    expect(body).toBe('{"phone_number":"+91"}');
  });

  it('resolves with data, or with all of the response', async () => {
    const { client } = clientWith([ok({ id: 'call_1', later_field: 1 })]);
    await expect(client.calls.get('call_1')).resolves.toEqual({ id: 'call_1', later_field: 1 });
    const response = await client.calls.get('call_1').withResponse();
    expect(response).toMatchObject({ status: 200, requestId: 'req_1', data: { id: 'call_1' } });
    expect(response.headers.get('X-Request-Id')).toBe('req_1');
  });

  it('is not sent when its body is not JSON', async () => {
    const { client, sent } = clientWith([ok({})]);
    const body = { phone_number: '+919876540001', metadata: { big: 1n } };
    await expect(client.calls.create(body)).rejects.toThrow(TypeError);
    expect(sent).toHaveLength(0);
  });

  it('warns of a deprecated operation once', async () => {
    const notices: DeprecationNotice[] = [];
    const { client } = clientWith([ok({}, { Deprecation: '@1767225600' })], {
      onDeprecation: (notice) => notices.push(notice),
    });
    await client.calls.get('call_1');
    await client.calls.get('call_2');
    await client.credits.get();
    expect(notices).toEqual([
      { operationId: 'getCall', deprecation: '@1767225600' },
      { operationId: 'getCredits', deprecation: '@1767225600' },
    ]);
  });
});

describe('an error of a deprecated operation', () => {
  it('warns, too', async () => {
    const notices: DeprecationNotice[] = [];
    const error = { code: 'not_found', message: 'No.', request_id: 'req_1' };
    const gone = new Response(JSON.stringify({ error }), { status: 404, headers: { Deprecation: '@1' } });
    const { client } = clientWith([gone], { onDeprecation: (notice) => notices.push(notice) });
    await expect(client.calls.get('call_1')).rejects.toMatchObject({ code: 'not_found' });
    expect(notices).toEqual([{ operationId: 'getCall', deprecation: '@1' }]);
  });
});

describe('a list', () => {
  const pages = [
    ok({ object: 'list', data: [{ id: 'call_3' }, { id: 'call_2' }], has_more: true }),
    ok({ object: 'list', data: [{ id: 'call_1' }], has_more: false }),
  ];

  it('returns a page, and the next one', async () => {
    const { client, sent } = clientWith(pages);
    const first = await client.calls.list({ status: 'completed' });
    expect(first).toMatchObject({
      object: 'list',
      has_more: true,
      data: [{ id: 'call_3' }, { id: 'call_2' }],
    });
    const second = await first.nextPage();
    expect(second?.data).toEqual([{ id: 'call_1' }]);
    await expect(second?.nextPage()).resolves.toBeNull();
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?status=completed',
      '?status=completed&starting_after=call_2',
    ]);
  });

  it('iterates over all items, and requests pages on demand', async () => {
    const { client, sent } = clientWith(pages);
    const seen: string[] = [];
    for await (const { id } of client.calls.list()) {
      seen.push(`${id} of ${sent.length}`);
    }
    expect(seen).toEqual(['call_3 of 1', 'call_2 of 1', 'call_1 of 2']);
  });

  it('ends after n items', async () => {
    const { client, sent } = clientWith(pages);
    const seen: string[] = [];
    for await (const { id } of client.calls.list().take(2)) seen.push(id);
    expect(seen).toEqual(['call_3', 'call_2']);
    for await (const { id } of client.calls.list().take(0)) seen.push(id);
    expect(sent).toHaveLength(1);
  });

  it('of do-not-call continues after a number', async () => {
    const { client, sent } = clientWith([
      ok({ data: [{ phone_number: '+911' }], has_more: true }),
      ok({ data: [], has_more: false }),
    ]);
    for await (const each of client.doNotCall.list()) expect(each.phone_number).toBe('+911');
    expect(sent[1]?.url).toBe('http://service/v1/do-not-call?starting_after=%2B911');
  });

  it('iterates without pages, too', async () => {
    const { client, sent } = clientWith([ok({ data: [{ id: 'agent_1' }], has_more: false })]);
    const seen: string[] = [];
    for await (const { id } of client.agents.list()) seen.push(id);
    expect(seen).toEqual(['agent_1']);
    expect(sent).toHaveLength(1);
  });

  it('returns the response of its first page', async () => {
    const { client } = clientWith(pages);
    const { data, requestId } = await client.calls.list().withResponse();
    expect(data.data).toHaveLength(2);
    expect(requestId).toBe('req_1');
  });
});

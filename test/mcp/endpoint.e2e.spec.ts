import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { McpClients, useTool as use } from '../harness/mcp-clients';

let service: TestApp;
let account: TestAccount;
const clients = new McpClients();

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
});
afterEach(() => clients.close());
afterAll(() => service.stop());

const connected = (key = account.key) => clients.connect(service, key);

describe('the MCP endpoint', () => {
  const post = (
    headers: Record<string, string>,
    body: string | object = { jsonrpc: '2.0', id: 1, method: 'ping' },
  ) =>
    fetch(`${service.origin}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('identifies the key as /v1 does', async () => {
    for (const [headers, code] of [
      [{}, 'missing_api_key'],
      [{ 'X-API-Key': 'wrong' }, 'invalid_api_key'],
    ] as const) {
      const response = await post(headers);
      expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
      expect(((await response.json()) as any).error.code).toBe(code);
    }
    expect((await post({ Authorization: `Bearer ${account.key}` })).status).toBe(200);
  });

  it.each(['*/*', 'text/html;q=0.5, */*;q=0.1'])('accepts the wildcard of Accept: %s', async (accept) => {
    const response = await post({ 'X-API-Key': account.key, Accept: accept });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"result":{}')]);
  });

  it('accepts POST alone', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(`${service.origin}/mcp`, {
        method,
        headers: { 'X-API-Key': account.key },
      });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
    }
  });

  it('rejects the Origin of another site before the key, without a body', async () => {
    const response = await post({ Origin: 'https://evil.example' });
    expect([response.status, await response.text()]).toEqual([403, '']);
    expect((await post({ Origin: service.origin, 'X-API-Key': account.key })).status).toBe(200);
  });

  it('counts one request of the key for each POST', async () => {
    const { key } = await service.account();
    const left = async () => {
      const response = await post({ 'X-API-Key': key });
      return Number(/r=(\d+)/.exec(response.headers.get('RateLimit') ?? '')?.[1]);
    };
    const before = await left();
    const call = { name: 'check_number', arguments: { phone_number: number() } };
    await post({ 'X-API-Key': key }, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    expect(before - (await left())).toBe(2);
  });

  it("closes a connection at the client's request", async () => {
    const { hostname, port } = new URL(service.origin);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        'X-API-Key': account.key,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        Connection: 'close',
      };
      const sent = request({ hostname, port, path: '/mcp', method: 'POST', headers }, resolve);
      sent.on('error', reject).end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
    });
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    answer.resume();
    await once(answer.socket, 'close');
  });

  it.each([
    '',
    '{',
    '[]',
    '7',
    '"x"',
    'null',
    '['.repeat(10_000),
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
    '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
  ])('responds to %p without a 5xx', async (body) => {
    const response = await post({ 'X-API-Key': account.key }, body);
    expect(response.status).toBeLessThan(500);
  });

  it('rejects bodies of more than 1 MiB', async () => {
    expect((await post({ 'X-API-Key': account.key }, `"${'x'.repeat(1_024 ** 2)}"`)).status).toBe(413);
  });

  it('names the assistant in the audit log', async () => {
    const client = await connected();
    const made = await use(client, 'create_agent', {
      name: `Via ${number()}`,
      opening_line: 'Hi.',
      system_prompt: 'X.',
    });
    const row = await service.unitOfWork.row<{ via: string; who_kind: string; address: string }>(
      "SELECT via, who_kind, address FROM audit_log WHERE action = 'createAgent' AND subject_id = $1",
      [made.value['id']],
    );
    expect(row).toEqual({ via: 'mcp', who_kind: 'key', address: '127.0.0.1' });
  });

  it('counts uses, by tool and result', async () => {
    const agent_id = await makeAgent(service, account);
    await use(await connected(), 'place_call', { phone_number: number(), agent_id });
    const text = await (await fetch(`${service.origin}/metrics`)).text();
    expect(text).toMatch(/aics_mcp_requests_total\{tool="place_call",result="needs_confirmation"\} \d+/);
  });
});

it('accepts the host of a trusted proxy', async () => {
  const behind = await TestApp.start({ TRUST_PROXY: 'loopback' });
  const { key } = await behind.account();
  const statusFrom = async (Origin: string) => {
    const response = await fetch(`${behind.origin}/mcp`, {
      method: 'POST',
      headers: {
        'X-API-Key': key,
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'calls.example.com',
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        Origin,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    return response.status;
  };
  expect(await statusFrom('https://calls.example.com')).toBe(200);
  expect(await statusFrom('https://evil.example')).toBe(403);
  await behind.stop();
});

it('returns 404 when it is turned off', async () => {
  const other = await TestApp.start({ MCP: 'off' });
  const { key } = await other.account();
  const response = await fetch(`${other.origin}/mcp`, { method: 'POST', headers: { 'X-API-Key': key } });
  expect(response.status).toBe(404);
  await other.stop();
});

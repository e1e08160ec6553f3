import { type TestAccount, TestApp } from '../harness/app';
import { McpToolServer, tool } from '../harness/mcp-tool-server';

type Json = Record<string, any>;

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start({ TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' });
});
afterAll(() => service.stop());

const http = () => service.http(account);
const make = async (url: string, fields: object = {}) =>
  (
    await http()
      .post('/tools')
      .send({ kind: 'mcp', name: 'clinic', url, ...fields })
      .expect(201)
  ).body as Json;
const refresh = async (id: string) => (await http().post(`/tools/${id}/refresh`).expect(200)).body as Json;
const attempt = async (id: string, name: string, sent: object = {}) =>
  (await http().post(`/tools/${id}/try`).send({ arguments: sent, function: name }).expect(200)).body as Json;

describe('a server that misbehaves', () => {
  let server: McpToolServer;
  let id: string;
  const isCall = (message: Json) => message['method'] === 'tools/call';
  const events = { 'Content-Type': 'text/event-stream' };
  const json =
    (body: string, status = 200) =>
    (response: Parameters<McpToolServer['misbehave']>[0]) =>
      Boolean(response.writeHead(status, { 'Content-Type': 'application/json' }).end(body));

  beforeEach(async () => {
    account = await service.account();
    server = new McpToolServer();
    const url = await server.start();
    server.tools = [tool('book'), tool('find', { annotations: { readOnlyHint: true } })];
    id = (await make(url, { allowed_tools: ['book', 'find'], timeout_seconds: 1 }))['id'] as string;
    await refresh(id);
  });
  afterEach(() => server.stop());

  const answering = (answer: McpToolServer['misbehave']) => {
    server.misbehave = (response, request) => isCall(request.message) && answer(response, request);
  };

  it.each<[string, McpToolServer['misbehave'], object]>([
    [
      'a redirect',
      (response) => Boolean(response.writeHead(307, { Location: '/mcp' }).end()),
      { code: 'refused_status', status_code: 307 },
    ],
    [
      'a refusal',
      (response) => Boolean(response.writeHead(401).end()),
      { code: 'refused_status', status_code: 401 },
    ],
    [
      'an error',
      (response) => Boolean(response.writeHead(500).end()),
      { code: 'refused_status', status_code: 500 },
    ],
    [
      'compression',
      (response) => Boolean(response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x')),
      { code: 'bad_answer' },
    ],
    ['too much', json('x'.repeat(70_000)), { code: 'bad_answer' }],
    [
      'events without end',
      (response) => {
        response.writeHead(200, events);
        const timer = setInterval(() => response.write(`: ${'x'.repeat(20_000)}\n\n`), 5);
        response.on('close', () => clearInterval(timer));
        return true;
      },
      { code: 'bad_answer' },
    ],
    [
      'events that end without the answer',
      (response) => Boolean(response.writeHead(200, events).end('id: 1\ndata:\n\n')),
      { code: 'connection_failed' },
    ],
    [
      'a request of its own',
      (response) =>
        response
          .writeHead(200, events)
          .write('data: {"jsonrpc":"2.0","id":9,"method":"elicitation/create","params":{}}\n\n'),
      { code: 'tool_error' },
    ],
    [
      'no UTF-8',
      (response) =>
        Boolean(
          response
            .writeHead(200, { 'Content-Type': 'application/json' })
            .end(Buffer.from([0x22, 0xff, 0x22])),
        ),
      { code: 'bad_answer' },
    ],
    [
      'JSON that is nested without end',
      (response, { message }) =>
        Boolean(
          response
            .writeHead(200, { 'Content-Type': 'application/json' })
            .end(
              `{"jsonrpc":"2.0","id":${message['id']},"result":{"content":[],"structuredContent":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}}`,
            ),
        ),
      { code: 'bad_answer' },
    ],
    ['another JSON', json('{"a":1}'), { code: 'bad_answer' }],
    [
      'an answer to another request',
      json('{"jsonrpc":"2.0","id":"other","result":{"content":[]}}'),
      { code: 'bad_answer' },
    ],
    [
      'a message that is accepted without an answer',
      (response) => Boolean(response.writeHead(202).end()),
      { code: 'bad_answer' },
    ],
    ['a lost connection', (response) => Boolean(response.destroy()), { code: 'connection_failed' }],
  ])('fails a use once for %s', async (_, answer, error) => {
    answering(answer);
    expect(await attempt(id, 'book')).toMatchObject({ status: 'failed', attempts: 1, error });
    expect(server.calls).toHaveLength(1);
  });

  it('fails a use that requests input', async () => {
    answering((response, { message }) => {
      const result = { resultType: 'input_required', requestState: 'x', inputRequests: {} };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return Boolean(response.end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result })));
    });
    expect(await attempt(id, 'book')).toMatchObject({ status: 'failed', error: { code: 'tool_error' } });
    expect(server.calls).toHaveLength(1);
  });

  it('reads the response from a stream that stays open', async () => {
    answering((response, { message }) => {
      const result = { resultType: 'complete', content: [{ type: 'text', text: 'booked' }] };
      const answer = JSON.stringify({ jsonrpc: '2.0', id: message['id'], result });
      const note = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}';
      response.writeHead(200, events);
      response.write(`data: ${note}\r\n\r\nevent: message\ndata: ${answer}\n\n`);
      return true;
    });
    expect(await attempt(id, 'book')).toMatchObject({ status: 'succeeded', result: 'booked' });
  });

  it('returns the JSON of a refusal', async () => {
    answering(json('{"why":"closed"}', 403));
    expect(await attempt(id, 'book')).toMatchObject({
      status: 'failed',
      error: { code: 'refused_status', status_code: 403 },
      result: { why: 'closed' },
    });
  });

  it('has unknown kinds of content removed', async () => {
    answering((response, { message }) => {
      const content = [{ type: 'hologram', light: 1 }, { type: 'image' }, { type: 'text', text: 'booked' }];
      const result = { resultType: 'complete', content };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return Boolean(response.end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result })));
    });
    expect(await attempt(id, 'book')).toMatchObject({ status: 'succeeded', result: 'booked' });
  });

  it('times out', async () => {
    answering(() => true);
    expect(await attempt(id, 'book')).toMatchObject({ status: 'timed_out', error: { code: 'timed_out' } });
  });

  it('gets a read once more when its connection failed', async () => {
    let count = 0;
    answering((response) => {
      count += 1;
      if (count === 1) response.destroy();
      return count === 1;
    });
    expect(await attempt(id, 'find')).toMatchObject({ status: 'succeeded', attempts: 2 });
    const keys = server.calls.map(({ params }) => (params as Json)['_meta']['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('preserves its former list after a failed refresh', async () => {
    server.misbehave = (response) => Boolean(response.writeHead(503).end());
    const failed = await refresh(id);
    expect(failed['refresh']).toMatchObject({ ok: false, added: [], changed: [], removed: [] });
    expect(failed['refresh'].error).toContain('refused_status');
    expect(failed['tools']).toHaveLength(2);
  });

  it('marks the second of two equal names with a problem', async () => {
    server.tools = [tool('book'), tool('book', { description: 'Another.' })];
    const { tools, refresh: changes } = await refresh(id);
    expect((tools as Json[]).map(({ name, problem }) => [name, problem])).toEqual([
      ['book', null],
      ['book', expect.stringContaining('same name')],
    ]);
    expect([...changes.added, ...changes.changed].filter((name) => name === 'book')).toHaveLength(1);
  });

  it('lists unusable tools with their problem', async () => {
    const nested = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } };
    const deep = (levels: number) => nested(levels) as { type: 'object' };
    server.tools = [
      tool('a b'),
      tool('a_b'),
      tool('large', { inputSchema: { type: 'object', description: 'x'.repeat(17_000) } }),
      tool('ten', { inputSchema: deep(10) }),
      tool('eleven', { inputSchema: deep(11) }),
      tool('y'.repeat(90)),
    ];
    await http()
      .patch(`/tools/${id}`)
      .send({ allowed_tools: ['a_b', 'large', 'ten'] })
      .expect(200);
    const { tools } = await refresh(id);
    expect((tools as Json[]).map(({ problem }) => problem)).toEqual([
      null,
      expect.stringContaining('same name'),
      expect.stringContaining('16 KiB'),
      null,
      expect.stringContaining('10 levels'),
      null,
    ]);
    expect((tools as Json[]).at(-1)?.['function']).toHaveLength(64);
    expect(await attempt(id, 'large')).toMatchObject({ status: 'invalid', error: { code: 'unknown_tool' } });
    expect(await attempt(id, 'ten')).toMatchObject({ status: 'succeeded' });
  });
});

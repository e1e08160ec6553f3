import { type TestAccount, TestApp } from '../harness/app';
import { McpToolServer, tool } from '../harness/mcp-tool-server';

type Json = Record<string, any>;

let service: TestApp;
let account: TestAccount;
let server: McpToolServer;
let id: string;

beforeAll(async () => {
  service = await TestApp.start({ TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  account = await service.account();
  server = new McpToolServer();
  const fields = { kind: 'mcp', name: 'clinic', url: await server.start(), allowed_tools: ['book'] };
  id = (await service.http(account).post('/tools').send(fields).expect(201)).body.id as string;
});
afterEach(() => server.stop());

/** The server lists these pages, which its package would refuse. */
const listing = (...pages: object[]) => {
  server.misbehave = (response, { message }) => {
    if (message['method'] !== 'tools/list') return false;
    const result = { resultType: 'complete', ...pages.shift() };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return Boolean(response.end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result })));
  };
};
const refreshed = async () =>
  (await service.http(account).post(`/tools/${id}/refresh`).expect(200)).body as Json;
const problemsOf = ({ tools }: Json) => (tools as Json[]).map(({ name, problem }) => [name, problem]);

describe('a refresh', () => {
  it.each<[string, unknown]>([
    ['no schema', { name: 'bad' }],
    ['a schema of null', { name: 'bad', inputSchema: null }],
    ['a list as its schema', { name: 'bad', inputSchema: [] }],
    ['the schema of a string', { name: 'bad', inputSchema: { type: 'string' } }],
  ])('lists a tool that has %s with its problem, and uses the others', async (_, bad) => {
    listing({ tools: [bad, tool('book')] });
    const found = await refreshed();
    expect(found['refresh']).toEqual({
      ok: true,
      error: null,
      added: ['bad', 'book'],
      changed: [],
      removed: [],
    });
    expect(problemsOf(found)).toEqual([
      ['bad', 'Its schema must be that of an object.'],
      ['book', null],
    ]);
  });

  it.each<[string, unknown]>([
    ['that has no name', { inputSchema: { type: 'object' } }],
    ['whose name is a number', { name: 7, inputSchema: { type: 'object' } }],
    ['that is no object', 'book'],
  ])('lists a tool %s with its problem', async (_, bad) => {
    listing({ tools: [bad, tool('book')] });
    expect(problemsOf(await refreshed())).toEqual([
      ['', expect.stringContaining('name must have')],
      ['book', null],
    ]);
  });

  it('treats optional fields that are null as missing', async () => {
    const nulls = { title: null, description: null, annotations: null, outputSchema: null, icons: null };
    listing({ tools: [{ ...tool('book'), ...nulls }], nextCursor: null });
    const { tools } = await refreshed();
    expect(tools).toEqual([
      expect.objectContaining({ name: 'book', description: '', effect: 'write', problem: null }),
    ]);
  });

  it('reads pages until the cursor is empty', async () => {
    listing({ tools: [tool('book')], nextCursor: 'more' }, { tools: [tool('find')], nextCursor: '' });
    expect(problemsOf(await refreshed())).toEqual([
      ['book', null],
      ['find', null],
    ]);
  });

  it('fails for a response without a list', async () => {
    listing({ tools: 'none' });
    const { refresh, tools } = await refreshed();
    expect(refresh).toMatchObject({ ok: false, error: expect.stringContaining('bad_answer') as string });
    expect(tools).toEqual([]);
  });
});

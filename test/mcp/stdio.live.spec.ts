import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { McpClients } from '../harness/mcp-clients';
import { SCOPES } from '../../src/platform/http/scopes';

const ROOT = resolve(__dirname, '../..');
let service: TestApp;
let accountId: string;
let environment: Record<string, string>;

beforeAll(async () => {
  service = await TestApp.start();
  const { id, key } = await service.account();
  accountId = id;
  await service.api({ key }).post('/agents', { name: 'Asha', opening_line: 'Hi.', system_prompt: 'X.' });
  environment = {
    ...(process.env as Record<string, string>),
    AI_CALLING_API_KEY: key,
    AI_CALLING_BASE_URL: service.origin,
  };
});
afterAll(() => service.stop());

async function connected(
  args: string[],
  mode: 'auto' | 'legacy',
  env: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const server = {
    command: process.execPath,
    args: ['scripts/mcp.mjs', ...args],
    cwd: ROOT,
    env: { ...environment, ...env },
  };
  await client.connect(new StdioClientTransport({ ...server, stderr: 'pipe' }));
  return client;
}

describe('MCP over stdio', () => {
  it.each(['auto', 'legacy'] as const)('offers the same tools (%s)', async (mode) => {
    const client = await connected([], mode);
    expect((await client.listTools()).tools).toHaveLength(27);
    const [agent] = ((await client.callTool({ name: 'list_agents', arguments: {} })).structuredContent as any)
      .data;
    const args = {
      phone_number: number(),
      agent_id: agent.id,
      scheduled_for: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const asked = (await client.callTool({ name: 'place_call', arguments: args })).structuredContent as any;
    const again = { name: 'place_call', arguments: { ...args, confirmation: asked.confirmation } };
    const first = (await client.callTool(again)).structuredContent as any;
    expect(first.id).toMatch(/^call_/);
    expect(((await client.callTool(again)).structuredContent as any).id).toBe(first.id);
    await client.close();
  });

  it.each(SCOPES)('offers the tools that the scope %s allows, as over HTTP', async (scope) => {
    const key = await service.key(accountId, [scope]);
    const overHttp = new McpClients();
    const [client, other] = [
      await connected([], 'auto', { AI_CALLING_API_KEY: key }),
      await overHttp.connect(service, key),
    ];
    const tools = (await client.listTools()).tools.map(({ name }) => name);
    expect(tools).toEqual((await other.listTools()).tools.map(({ name }) => name));
    const hidden = client.callTool({
      name: scope === 'calls:write' ? 'get_credits' : 'place_call',
      arguments: {},
    });
    await expect(hidden).rejects.toThrow('There is no tool');
    await Promise.all([client.close(), overHttp.close()]);
  });

  it('offers all tools when the service cannot be reached', async () => {
    const client = await connected([], 'auto', { AI_CALLING_BASE_URL: 'http://127.0.0.1:9' });
    expect((await client.listTools()).tools).toHaveLength(27);
    await client.close();
  });

  it.each<[string, string[], Record<string, string>]>([
    ['--read-only', ['--read-only'], {}],
    ['MCP_READ_ONLY', [], { MCP_READ_ONLY: 'True' }],
  ])('hides acting tools with %s', async (_, args, env) => {
    const client = await connected(args, 'auto', env);
    expect((await client.listTools()).tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    await client.close();
  });

  it('writes nothing but MCP to stdout, and ends with stdin', async () => {
    const child = spawn(process.execPath, ['scripts/mcp.mjs'], { cwd: ROOT, env: environment });
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    const initialize = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    child.stdin.write(
      `not json\n${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })}\n`,
    );
    while (lines.length === 0) await new Promise((done) => setTimeout(done, 50));
    child.stdin.end();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('responds to what was written before stdin ended', async () => {
    const child = spawn(process.execPath, ['scripts/mcp.mjs'], { cwd: ROOT, env: environment });
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const messages = [
      { id: 1, method: 'initialize', params },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'get_credits', arguments: {} } },
    ];
    child.stdin.end(messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join(''));
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    const answers = lines.map((line) => JSON.parse(line) as { id: number; result?: object });
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(answers[1]?.result).toMatchObject({ structuredContent: { object: 'credits' } });
  });

  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ['no key', { AI_CALLING_API_KEY: undefined }, /^AI_CALLING_API_KEY is not set\.\nUse: npm run -s mcp/m],
    ['an empty key', { AI_CALLING_API_KEY: '' }, /^AI_CALLING_API_KEY is not set\.\nUse: npm run -s mcp/m],
    ['an empty address', { AI_CALLING_BASE_URL: '' }, /^There is no address\.\nUse: /m],
    [
      'a setting that is none',
      { MCP_READ_ONLY: 'maybe' },
      /^MCP_READ_ONLY is "maybe", but it must be true or false/m,
    ],
  ])('ends with the reason: %s', async (_, env, message) => {
    const options = { cwd: ROOT, env: { ...environment, ...env } };
    const child = spawn(process.execPath, ['scripts/mcp.mjs'], options);
    let written = '';
    child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(written).toMatch(message);
  });
});

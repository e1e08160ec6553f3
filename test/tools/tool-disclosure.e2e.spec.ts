import { eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { command } from '../harness/commands';
import { ConsoleTests } from '../harness/console';
import { consoleDocumentOf, documentOf } from '../harness/document';
import { operationsOf } from '../harness/documented-operations';
import { McpClients, useTool } from '../harness/mcp-clients';
import { McpToolServer, tool as mcpTool } from '../harness/mcp-tool-server';
import { answer, Receiver } from '../harness/receiver';
import { answerJson, ToolServer } from '../harness/tool-server';
import { LOCAL_WEBHOOKS } from '../harness/webhooks';
import { whereStands } from '../harness/whole-database';

type Json = Record<string, any>;

/** Words of secrets, each of one place. */
const HEADER = 'hm7secretheader4711';
const MCP_HEADER = 'mm7secretheader4712';
/** What no log may hold, besides. */
const NOT_LOGGED = {
  url: 'markedurl4713',
  fixed: 'markedfixed4714',
  sent: 'markedargument4715',
  result: 'markedresult4716',
};

const logs: string[] = [];
const server = new ToolServer();
const mcp = new McpToolServer();
const clients = new McpClients();
let receiver: Receiver;
let service: TestApp;
let account: TestAccount;
let person: { readonly headers: Readonly<Record<string, string>> };
/** Of every request below. */
const answers: string[] = [];
/** Signing secrets, which POST and rotate alone show. */
const signing: string[] = [];
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await TestApp.start(
    {
      ...LOCAL_WEBHOOKS,
      TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
      TOOLS_ALLOW_HTTP: 'true',
      LOG_LEVEL: 'trace',
      // At its fastest a phone on a busy machine is given up after 1 s.
      SIMULATOR_SPEED: '20',
    },
    undefined,
    (line) => logs.push(line),
  );
  account = await service.account({ lines: 5 });
  person = await new ConsoleTests(service).person(account.id, ['ADMIN']);
  receiver = await Receiver.start(answer(200));
  mcp.tools = [mcpTool('book')];
  server.answer = answerJson({ status: NOT_LOGGED.result });
  ids = await usedTools();
});
afterAll(async () => {
  await clients.close();
  await service.stop();
  await Promise.all([server.stop(), mcp.stop(), receiver.stop()]);
});

async function sent(method: string, path: string, body?: object, key?: string): Promise<Json> {
  const response = await fetch(`${service.origin}/v1${path}`, {
    method,
    headers: {
      'X-API-Key': account.key,
      'Content-Type': 'application/json',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const shown = (JSON.parse(text) as Json)['secret'] as string | null | undefined;
  if (shown && path.startsWith('/tools')) signing.push(shown);
  answers.push(shown ? text.replace(shown, '') : text);
  return JSON.parse(text) as Json;
}

/** Two tools in every state: used in a talk and by a try, rotated, refreshed, with failures and refused changes. */
async function usedTools(): Promise<Record<string, string>> {
  await sent('PUT', '/webhook', { url: receiver.url() });
  const header = { name: 'Authorization', value: `Bearer ${HEADER}` };
  const fields = {
    kind: 'http',
    name: 'order_status',
    description: 'Reads an order.',
    url: `${await server.start()}/${NOT_LOGGED.url}`,
    headers: [header],
    fixed_arguments: { place: NOT_LOGGED.fixed },
    parameters: { type: 'object', properties: { order: { type: 'string' } } },
    offline: { phrases: ['mera order'], say: 'Aapka order {{result.status}} hai.' },
  };
  const { id } = await sent('POST', '/tools', fields, 'once');
  expect(await sent('POST', '/tools', fields, 'once')).toMatchObject({ id, secret: null });
  await sent('POST', '/tools', fields);
  await sent('POST', '/tools', { ...fields, name: 'x', headers: [header, header] });
  await sent('POST', '/tools', { ...fields, name: 'x', headers: [{ ...header, value: `${HEADER}\u0001` }] });
  await sent('POST', '/tools', { ...fields, name: 'x', headers: [{ name: 'Host', value: HEADER }] });
  await sent('PATCH', `/tools/${id}`, {
    url: 'https://other.example.com',
    headers: [header],
    expected_updated_at: '2020-01-01T00:00:00.000Z',
  });
  await sent('POST', `/tools/${id}/rotate-secret`, { previous_valid_for_seconds: 3_600 });
  const clinic = await sent('POST', '/tools', {
    kind: 'mcp',
    name: 'clinic',
    url: `${await mcp.start()}?${NOT_LOGGED.url}`,
    headers: [{ name: 'X-Key', value: MCP_HEADER }],
    allowed_tools: ['book'],
  });
  await sent('POST', `/tools/${clinic['id']}/refresh`, {});
  const tries = async () => {
    await sent('POST', `/tools/${id}/try`, { arguments: { order: NOT_LOGGED.sent } });
    await sent('POST', `/tools/${clinic['id']}/try`, {
      function: 'book',
      arguments: { day: NOT_LOGGED.sent },
    });
  };
  await tries();
  const agent = await makeAgent(service, account, { language: 'hinglish', tool_ids: [id, clinic['id']] });
  const call = await talkOf(agent);
  server.answer = (response) => void response.destroy();
  mcp.misbehave = (response) => Boolean(response.destroy());
  await tries();
  await talkOf(agent);
  return { agents: agent, calls: call['id'] as string, tools: id as string };
}

async function talkOf(agent_id: string): Promise<Json> {
  const queued = await sent('POST', '/calls', { agent_id, phone_number: number('0016') });
  return eventually(async () => {
    const call = await sent('GET', `/calls/${queued['id']}`);
    expect(call['outcome']).toMatchObject({ tools: [expect.objectContaining({ name: 'order_status' })] });
    expect(receiver.requests.some(({ body }) => body.includes(queued['id'] as string))).toBe(true);
    return call;
  });
}

/** Each path that is read, with the ids of this account where it needs some. */
async function walk(document: Parameters<typeof operationsOf>[0], headers: Record<string, string>) {
  const read = new Map<string, string>();
  for (const { method, path } of operationsOf(document)) {
    if (method !== 'get') continue;
    const filled = path
      .split('/')
      .map((part, at, parts) => (part.startsWith('{') ? (ids[parts[at - 1] ?? ''] ?? '1') : part))
      .join('/');
    const response = await fetch(`${service.origin}${filled}`, { headers });
    read.set(path, await response.text());
  }
  return read;
}

/** @returns those of the texts in which a secret stands */
const withSecret = (texts: Iterable<string>) =>
  [...texts].filter((text) =>
    [HEADER, MCP_HEADER, 'whsec_', ...signing.map(keyOf)].some((word) => text.includes(word)),
  );
const keyOf = (secret: string) => secret.slice('whsec_'.length);

describe('the secrets of tools', () => {
  it('reach the servers of the tools', () => {
    expect(server.requests.length).toBeGreaterThan(3);
    for (const { headers } of server.requests) expect(headers.authorization).toBe(`Bearer ${HEADER}`);
    expect(mcp.requests.length).toBeGreaterThan(2);
    for (const { headers } of mcp.requests) expect(headers['x-key']).toBe(MCP_HEADER);
    expect(signing).toHaveLength(2);
  });

  it('are in no response or error that created and used them', () => {
    expect(answers.join('\n')).toContain('"connection_failed"');
    expect(withSecret(answers)).toEqual([]);
  });

  it('are in no response of the API, dumps and versions of agents and exports among them', async () => {
    const read = await walk(documentOf(service.app), { 'X-API-Key': account.key });
    expect(read.get('/v1/tools')).toContain('"value_set":true');
    expect(read.get('/v1/calls/{id}/tools')).toContain(NOT_LOGGED.result);
    expect(read.size).toBeGreaterThan(20);
    expect(withSecret(read.values())).toEqual([]);
  });

  it('are in no response of the console', async () => {
    const read = await walk(consoleDocumentOf(service.app), { ...person.headers });
    expect(read.get('/console/api/agents')).toContain('Asha');
    expect(withSecret(read.values())).toEqual([]);
  });

  it('are in no response of the MCP server', async () => {
    const client = await clients.connect(service, account.key);
    const { agents: agent_id, calls: call_id } = ids;
    const read = [JSON.stringify(await client.listTools())];
    for (const [name, args] of [
      ['list_agents', {}],
      ['get_agent', { agent_id }],
      ['explain_call', { call_id }],
      ['list_deliveries', {}],
      ['test_agent', { agent_id, messages: ['mera order'] }],
    ] as const) {
      const { text, value } = await useTool(client, name, args);
      read.push(text, JSON.stringify(value));
    }
    expect(read.join('')).toContain('tool_ids');
    expect(withSecret(read)).toEqual([]);
  });

  it('are in no webhook', () => {
    const bodies = receiver.requests.map(({ body, headers }) => body + JSON.stringify(headers));
    expect(bodies.join('')).toContain(NOT_LOGGED.result);
    expect(withSecret(bodies)).toEqual([]);
  });

  it('are encrypted in the database', async () => {
    expect(await whereStands(service, NOT_LOGGED.result)).toContain('public.tool_invocations');
    expect(await whereStands(service, HEADER, MCP_HEADER, ...signing.map(keyOf))).toEqual([]);
  });

  it('are in no output of commands', async () => {
    const printed = [];
    for (const words of [
      ['audit', '--json'],
      ['account', 'list', '--json'],
      ['call', 'trace', '--call', ids['calls']],
    ])
      printed.push(JSON.stringify(await command(service, ...(words as string[]))));
    expect(printed[0]).toContain('no_write_sent_twice');
    expect(withSecret(printed)).toEqual([]);
  });

  it('are in no log line at any level, nor are arguments, results and addresses', () => {
    const lines = logs.join('');
    expect(lines).toContain('"level":20');
    expect(withSecret(logs)).toEqual([]);
    for (const word of Object.values(NOT_LOGGED)) expect(lines).not.toContain(word);
  });

  it('are in no metric', async () => {
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    expect(metrics).toContain('aics_tool_invocations_total{kind="http",status="succeeded"}');
    expect(withSecret([metrics])).toEqual([]);
    for (const word of Object.values(NOT_LOGGED)) expect(metrics).not.toContain(word);
  });
});

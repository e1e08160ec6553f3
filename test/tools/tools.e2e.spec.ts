import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { answerJson, ToolServer } from '../harness/tool-server';

type Json = Record<string, any>;

let server: ToolServer;
let url: string;
let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  server = new ToolServer();
  url = await server.start();
  service = await TestApp.start({ TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});
beforeEach(async () => {
  account = await service.account();
  server.requests.length = 0;
  server.answer = answerJson({ status: 'shipped' });
});

const http = () => service.http(account);
const tool = (fields: object = {}) => ({
  kind: 'http',
  name: 'order_status',
  description: 'Reads an order.',
  url: `${url}/orders`,
  ...fields,
});
const make = async (fields: object = {}) =>
  (await http().post('/tools').send(tool(fields)).expect(201)).body as Json;
const problems = (body: Json) =>
  Object.fromEntries(
    (body['error'].details.errors as { field: string; message: string }[]).map(({ field, message }) => [
      field,
      message,
    ]),
  );

describe('POST /tools', () => {
  it('creates a tool with its defaults, and returns the secret once', async () => {
    const made = await make({ headers: [{ name: 'Authorization', value: 'Bearer abc' }] });
    expect(made).toMatchObject({
      object: 'tool',
      kind: 'http',
      enabled: true,
      headers: [{ name: 'Authorization', value_set: true }],
      timeout_seconds: 8,
      effect: 'write',
      speech: { waiting: null, failed: null },
      in_tests: 'mock',
      mock_result: null,
      method: 'POST',
      send: 'envelope',
      parameters: null,
      fixed_arguments: {},
      when: 'during',
      provides: [],
      offline: null,
      agent_ids: [],
    });
    expect(made['secret']).toMatch(/^whsec_/);
    expect(made['secret_last4']).toBe(made['secret'].slice(-4));
    const read = (await http().get(`/tools/${made['id']}`).expect(200)).body;
    expect(read).not.toHaveProperty('secret');
    expect(JSON.stringify(read)).not.toContain('abc');
  });

  it('replays an Idempotency-Key without the secret', async () => {
    const post = () => http().post('/tools').set('Idempotency-Key', 'k1').send(tool());
    const first = (await post().expect(201)).body;
    const again = (await post().expect(200)).body;
    expect(again).toMatchObject({ id: first.id, secret: null, idempotent_replay: true });
  });

  it.each<[string, object, string]>([
    ['a name with two __', { name: 'a__b' }, 'name'],
    ['a built-in name', { name: 'schedule_callback' }, 'name'],
    ['no description', { description: null }, 'description'],
    ['a header of ours', { headers: [{ name: 'Webhook-Id', value: 'x' }] }, 'headers[0].name'],
    [
      'a header twice',
      {
        headers: [
          { name: 'X-A', value: 'x' },
          { name: 'x-a', value: 'y' },
        ],
      },
      'headers[1].name',
    ],
    ['a header of the connection', { headers: [{ name: 'Upgrade', value: 'x' }] }, 'headers[0].name'],
    ['a header without value', { headers: [{ name: 'X-A' }] }, 'headers[0].value'],
    [
      'a read-only field of a header',
      { headers: [{ name: 'X-A', value: 'x', value_set: true }] },
      'headers[0].value_set',
    ],
    ['an unknown name in the URL', { url: 'https://example.com/{id}' }, 'url'],
    ['a name within a segment', { url: 'https://example.com/a{id}', fixed_arguments: { id: 'x' } }, 'url'],
    [
      'a pattern',
      { parameters: { type: 'object', properties: { city: { type: 'string', pattern: 'x' } } } },
      'parameters.properties.city.pattern',
    ],
    [
      'a fixed parameter',
      { parameters: { type: 'object', properties: { a: { type: 'string' } } }, fixed_arguments: { a: 'x' } },
      'fixed_arguments.a',
    ],
    ['a write before the talk', { when: 'before' }, 'when'],
    ['provides without before', { provides: ['a'] }, 'provides'],
    ['what is no placeholder', { provides: ['city', 'of birth'] }, 'provides[1]'],
    [
      'offline with required parameters',
      {
        parameters: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        offline: { phrases: ['mera order'], say: 'x' },
      },
      'offline',
    ],
    ['a field of the other kind', { allowed_tools: ['a'] }, 'allowed_tools'],
    ['a timeout that is too long', { timeout_seconds: 16 }, 'timeout_seconds'],
  ])('rejects %s', async (_, fields, field) => {
    const { body } = await http().post('/tools').send(tool(fields)).expect(400);
    expect(Object.keys(problems(body))).toContain(field);
  });

  it('rejects a name in use, and an address that is not public', async () => {
    const { id } = await make();
    const { body } = await http().post('/tools').send(tool()).expect(409);
    expect(body.error).toMatchObject({ code: 'tool_name_taken', details: { tool_id: id } });
    const refused = await http()
      .post('/tools')
      .send(tool({ name: 'b', url: 'https://169.254.169.254/' }))
      .expect(400);
    expect(problems(refused.body)).toHaveProperty('url');
  });
});

describe('PATCH /tools/{id}', () => {
  it('preserves the values of headers, except for another origin', async () => {
    const { id } = await make({ headers: [{ name: 'X-A', value: 'one' }] });
    const patch = (body: object, status: number) => http().patch(`/tools/${id}`).send(body).expect(status);
    await patch({ headers: [{ name: 'X-A' }, { name: 'X-B', value: 'two' }] }, 200);
    expect(problems((await patch({ url: 'https://example.com/x' }, 400)).body)).toHaveProperty('headers');
    await patch({ headers: [{ name: 'X-C' }] }, 400);
    await http().post(`/tools/${id}/try`).send({}).expect(200);
    expect(server.requests[0]?.headers).toMatchObject({ 'x-a': 'one', 'x-b': 'two' });
    expect(problems((await patch({ kind: 'mcp' }, 400)).body)).toEqual({ kind: 'is read-only' });
  });

  it('treats a null value of a header as not sent', async () => {
    const { id } = await make({ headers: [{ name: 'X-A', value: 'one' }] });
    const patch = (body: object, status: number) => http().patch(`/tools/${id}`).send(body).expect(status);
    const headers = [{ name: 'X-A', value: null }];
    await patch({ headers }, 200);
    expect(problems((await patch({ url: 'https://example.com/x', headers }, 400)).body)).toHaveProperty(
      'headers',
    );
    const unknown = await patch({ headers: [{ name: 'X-C', value: null }] }, 400);
    expect(problems(unknown.body)).toEqual({ 'headers[0].value': 'is required' });
    await http().post(`/tools/${id}/try`).send({}).expect(200);
    expect(server.requests[0]?.headers).toMatchObject({ 'x-a': 'one' });
  });

  it('leaves updated_at unchanged when the values of headers are equal', async () => {
    const headers = [{ name: 'X-A', value: 'one' }];
    const { id, updated_at } = await make({ headers });
    const patch = (body: object) => http().patch(`/tools/${id}`).send(body).expect(200);
    expect((await patch({ headers })).body.updated_at).toBe(updated_at);
    const changed = await patch({ headers: [{ name: 'X-A', value: 'two' }] });
    expect(changed.body.updated_at).not.toBe(updated_at);
  });

  it('is rejected when the tool was saved since', async () => {
    const { id, updated_at } = await make();
    await http()
      .patch(`/tools/${id}`)
      .set('If-Match', `"${updated_at}"`)
      .send({ enabled: false })
      .expect(200);
    const { body } = await http()
      .patch(`/tools/${id}`)
      .send({ enabled: true, expected_updated_at: updated_at })
      .expect(409);
    expect(body.error.code).toBe('version_conflict');
  });

  it('is applied beside others, unless it names a version', async () => {
    const { id } = await make();
    const changes = [{ enabled: false }, { timeout_seconds: 3 }, { effect: 'read' }, { method: 'GET' }];
    await Promise.all(changes.map((change) => http().patch(`/tools/${id}`).send(change).expect(200)));
    const { body } = await http().get(`/tools/${id}`).expect(200);
    expect(body).toMatchObject(Object.assign({}, ...changes) as object);
  });
});

describe('the tools of an agent', () => {
  it('exist, each once, and are not removed meanwhile', async () => {
    const { id } = await make();
    const agent = await makeAgent(service, account, { tool_ids: [id] });
    const { body } = await http().delete(`/tools/${id}`).expect(409);
    expect(body.error).toMatchObject({ code: 'tool_in_use', details: { agent_ids: [agent] } });
    expect((await http().get(`/tools/${id}`)).body.agent_ids).toEqual([agent]);
    const { body: all } = await http().get('/tools').expect(200);
    const valid = (all.data as Json[]).map((tool) => tool.id as string);
    expect(valid).toContain(id);
    const twice = await http()
      .patch(`/agents/${agent}`)
      .send({ tool_ids: [id, id] })
      .expect(422);
    expect(twice.body.error).toMatchObject({
      code: 'invalid_agent',
      details: { field: 'tool_ids[1]', valid },
    });
    const unknown = await http()
      .patch(`/agents/${agent}`)
      .send({ tool_ids: ['tool_x'] })
      .expect(422);
    expect(unknown.body.error.details).toEqual({ field: 'tool_ids[0]', valid });
    const changed = (await http().patch(`/agents/${agent}`).send({ pace: 1.2 }).expect(200)).body;
    expect(changed.warnings).toEqual([
      expect.objectContaining({ field: 'tool_ids[0]', code: 'tool_needs_model' }),
    ]);
    await http().patch(`/agents/${agent}`).send({ tool_ids: [] }).expect(200);
    expect((await http().delete(`/tools/${id}`).expect(200)).body).toEqual({
      object: 'tool',
      id,
      deleted: true,
    });
    await http().get(`/tools/${id}`).expect(404);
  });

  it('are each warned of when only a model could use them', async () => {
    const offline = { phrases: ['mera order'], say: 'x' };
    const made = [await make(), await make({ name: 'b', offline }), await make({ name: 'c' })];
    const agent = await makeAgent(service, account, { tool_ids: made.map(({ id }) => id as string) });
    const { body } = await http().patch(`/agents/${agent}`).send({ pace: 1.2 }).expect(200);
    expect((body.warnings as Json[]).map(({ field }) => field as string)).toEqual([
      'tool_ids[0]',
      'tool_ids[2]',
    ]);
  });
});

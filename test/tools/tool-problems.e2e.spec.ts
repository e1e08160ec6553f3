import { type TestAccount, TestApp } from '../harness/app';

type Json = Record<string, any>;

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
});
afterAll(() => service.stop());

const http = () => service.http(account);
const TOOL = { kind: 'http', name: 'orders', description: 'Reads orders.', url: 'https://93.184.216.34/' };
const MCP = { kind: 'mcp', name: 'clinic', url: 'https://93.184.216.34/mcp' };
const made = async (body: object) => (await http().post('/tools').send(body).expect(201)).body as Json;
const fieldsOf = ({ body }: { readonly body: Json }) => {
  expect(body['error'].code).toBe('invalid_request');
  return (body['error'].details.errors as { field: string }[]).map(({ field }) => field).sort();
};

describe('validation of tools', () => {
  it('reports every problem of a new tool: of fields, of fields together, of its kind and address', async () => {
    const body = {
      kind: 'http',
      name: 'Bad name',
      url: 'https://10.0.0.1/',
      timeout_seconds: 99,
      when: 'before',
      offline: { phrases: ['mera order'], say: 'x' },
      parameters: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      fixed_arguments: { a: 'x' },
      allowed_tools: ['b'],
      colour: 'red',
    };
    expect(fieldsOf(await http().post('/tools').send(body).expect(400))).toEqual([
      'allowed_tools',
      'colour',
      'description',
      'fixed_arguments.a',
      'name',
      'offline',
      'timeout_seconds',
      'url',
      'when',
    ]);
  });

  it('trims the name first, also that of a change', async () => {
    const tool = await made({ ...MCP, name: ` ${'a'.repeat(20)}\t` });
    expect(tool['name']).toBe('a'.repeat(20));
    const path = `/tools/${tool['id']}`;
    const changed = (await http().patch(path).send({ name: ' surgery ' }).expect(200)).body as Json;
    expect(changed['name']).toBe('surgery');
    expect(fieldsOf(await http().patch(path).send({ name: ' ' }).expect(400))).toEqual(['name']);
    await http()
      .post('/tools')
      .send({ ...MCP, name: 'surgery ' })
      .expect(409);
  });

  it('reports every problem of a new tool of the other kind', async () => {
    const body = { ...MCP, name: 'a'.repeat(21), parameters: { type: 'object' }, effect: 'both' };
    expect(fieldsOf(await http().post('/tools').send(body).expect(400))).toEqual([
      'effect',
      'name',
      'parameters',
    ]);
  });

  it('reports each field once, and none that depends on another with a problem', async () => {
    const parameters = {
      type: 'object',
      properties: { a: { type: 'string', pattern: 'x' } },
      required: ['a'],
    };
    const post = (fields: object) =>
      http()
        .post('/tools')
        .send({ ...TOOL, ...fields })
        .expect(400);
    expect(fieldsOf(await post({ when: 'before', effect: 'both' }))).toEqual(['effect']);
    expect(fieldsOf(await post({ when: 'before', effect: 'read', parameters }))).toEqual([
      'parameters.properties.a.pattern',
    ]);
    expect(fieldsOf(await post({ kind: 'soap', allowed_tools: ['a'] }))).toEqual(['kind']);
    expect(fieldsOf(await post({ url: 'https://93.184.216.34/{a}', fixed_arguments: { a: 1 } }))).toEqual([
      'fixed_arguments.a',
    ]);
    expect(fieldsOf(await post({ headers: 'x', description: null }))).toEqual(['description', 'headers']);
    const required = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    expect(fieldsOf(await post({ when: 'before', parameters: required }))).toEqual(['when']);
  });

  it('reports every problem of headers and of a schema', async () => {
    const headers = [
      { name: 'Host', value: 7, colour: 'red' },
      { name: 'X-A', value: 'x', value_set: true },
    ];
    const parameters = {
      type: 'list',
      $schema: 'x',
      properties: { city: { type: 'string', pattern: 'x' }, list: { type: 'array', items: { max: 1 } } },
      required: ['city', 'town'],
    };
    const body = { ...TOOL, headers, parameters };
    expect(fieldsOf(await http().post('/tools').send(body).expect(400))).toEqual([
      'headers[0].colour',
      'headers[0].name',
      'headers[0].value',
      'headers[1].value_set',
      'parameters.$schema',
      'parameters.properties.city.pattern',
      'parameters.properties.list.items.max',
      'parameters.required[1]',
      'parameters.type',
    ]);
  });

  it('reports problems of a change with the fields of the stored tool', async () => {
    const { id } = await made({ ...TOOL, headers: [{ name: 'X-A', value: 'one' }] });
    const patch = (body: object, of = id as string) => http().patch(`/tools/${of}`).send(body).expect(400);
    const changed = { timeout_seconds: 99, when: 'before', allowed_tools: ['a'], kind: 'mcp' };
    expect(fieldsOf(await patch({ ...changed, url: 'https://10.0.0.1/' }))).toEqual([
      'allowed_tools',
      'headers',
      'kind',
      'timeout_seconds',
      'url',
      'when',
    ]);
    expect(fieldsOf(await patch({ headers: [{ name: 'X-B' }], timeout_seconds: 0 }))).toEqual([
      'headers[0].value',
      'timeout_seconds',
    ]);
    expect(fieldsOf(await patch(changed, 'tool_none'))).toEqual(['kind', 'timeout_seconds']);
    const stranger = service.http(await service.account());
    const theirs = await stranger.patch(`/tools/${id}`).send(changed).expect(400);
    expect(fieldsOf(theirs)).toEqual(['kind', 'timeout_seconds']);
  });

  it('reports uses of a tool of the other kind', async () => {
    const [{ id: orders }, { id: clinic }] = [await made({ ...TOOL, name: 'b' }), await made(MCP)];
    const post = (path: string, body: object) => http().post(`/tools/${path}`).send(body).expect(400);
    expect(fieldsOf(await post(`${orders}/refresh`, { all: true }))).toEqual(['all', 'id']);
    expect(fieldsOf(await post(`${clinic}/rotate-secret`, { previous_valid_for_seconds: -1 }))).toEqual([
      'id',
      'previous_valid_for_seconds',
    ]);
    expect(fieldsOf(await post(`${clinic}/try`, { arguments: [] }))).toEqual(['arguments', 'function']);
    expect(fieldsOf(await post(`${orders}/try`, { function: 'x', colour: 1 }))).toEqual([
      'colour',
      'function',
    ]);
  });
});

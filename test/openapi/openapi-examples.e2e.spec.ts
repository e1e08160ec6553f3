import { API_TAGS } from '../../src/platform/openapi/description';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { AnswerValidator, documentOf, escaped, type OpenApiDocument } from '../harness/document';
import { operationsOf } from '../harness/documented-operations';
import { HumanCallTests } from '../harness/human-calls';

const AGENT_EXAMPLE = 'agent_01kaf5t2c8e4r6y0u2i4o6p8as';
const TOOL_EXAMPLE = 'tool_01kaf5t2c8e4r6y0u2i4o6p8at';
const COUNSELLOR_EXAMPLE = 'csl_01kaf5s1w3e5r7t9y2u4i6o8p0';
const HUMAN_CALL_EXAMPLE = 'hcall_01kaf6a3t5y7u9i1o2p4a6s8d0';

let service: TestApp;
let document: OpenApiDocument;
let answerValidator: AnswerValidator;

beforeAll(async () => {
  service = await TestApp.start();
  document = documentOf(service.app);
  answerValidator = new AnswerValidator(document);
});
afterAll(() => service.stop());

async function withAgent(): Promise<{ account: TestAccount; agentId: string }> {
  const account = await service.account();
  const agent = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };
  const { body } = await service.http(account).post('/agents').send(agent).expect(201);
  return { account, agentId: body.id };
}

describe('examples of requests', () => {
  // An account for each: nothing is sent to the endpoint of an example.
  it.each(API_TAGS)('succeed as they stand: %s', async (tag) => {
    const { account, agentId } = await withAgent();
    const counsellor = { name: 'Meera', email: `${account.id}@example.com`, mobile_number: '+919876541000' };
    const added = await service.http(account).post('/counsellors').send(counsellor).expect(200);
    const queued = await service
      .http(account)
      .post('/human-calls')
      .send({ phone_number: '+919876540099', counsellor_id: added.body.id })
      .expect(201);
    const tool = {
      kind: 'http',
      name: 'orders',
      description: 'Reads orders.',
      url: 'https://nobody.invalid/orders',
    };
    const { body: made } = await service.http(account).post('/tools').send(tool).expect(201);
    // The demo account's page has its own ids in their place.
    const ids: Record<string, string> = {
      [AGENT_EXAMPLE]: agentId,
      [HUMAN_CALL_EXAMPLE]: queued.body.id,
      [COUNSELLOR_EXAMPLE]: added.body.id,
      [TOOL_EXAMPLE]: made.id,
    };
    const failures: string[] = [];
    for (const { method, path, operation } of operationsOf(document).filter(({ operation: { tags } }) =>
      tags.includes(tag),
    )) {
      const examples = operation.requestBody?.content['application/json'].examples ?? {};
      for (const [name, { value }] of Object.entries(examples)) {
        const example = operation.parameters?.find(({ in: place }) => place === 'path')?.example ?? '';
        const url = path.replace(/^\/v1/, '').replace(/\{[^{}]*\}/, ids[example] ?? example);
        const body = JSON.parse(
          JSON.stringify(value, (_, text: unknown) =>
            typeof text === 'string' ? (ids[text] ?? text) : text,
          ),
        );
        const http = service.http(account) as unknown as Record<string, (url: string) => any>;
        const answer = await http[method]!(url).send(body);
        if (answer.status >= 300) failures.push(`${operation.operationId} ${name}: ${answer.text}`);
      }
    }
    expect(failures).toEqual([]);
  });
});

describe('events', () =>
  it('match the document', async () => {
    const { account } = await withAgent();
    const { account: tested } = await withAgent();
    await service.http(tested).put('/webhook').send({ url: 'https://nobody.invalid/hook' }).expect(200);
    await service.http(tested).post('/webhook/test').expect(200);
    for (const end of ['0001', '0003'])
      await service
        .http(account)
        .post('/calls')
        .send({ phone_number: `+91987655${end}` })
        .expect(200);
    const calls = new HumanCallTests(service, account);
    await calls.call({ counsellor_id: await calls.counsellor(), analyze: true });
    const events = await eventually(async () => {
      const rows = await service.unitOfWork.rows<{ type: string; body: string }>(
        'SELECT type, body FROM webhook_events WHERE account_id = ANY ($1)',
        [[account.id, tested.id]],
      );
      expect(rows).toHaveLength(4);
      return rows;
    });
    expect(events.map(({ type }) => type).sort()).toEqual([
      'call.completed',
      'call.not_connected',
      'human_call.analysis_ready',
      'webhook.test',
    ]);
    for (const { type, body } of events) {
      const schema = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema'];
      const validate = answerValidator.validator(schema.map((part) => `/${escaped(part)}`).join(''));
      validate(JSON.parse(body));
      expect(validate.errors).toBeNull();
    }
  }));

describe('the response validator', () => {
  const headers = {
    'x-request-id': 'req_1',
    'ratelimit-policy': '"default";q=300;w=60',
    ratelimit: '"default";r=299;t=60',
  };
  const credits = async () =>
    (await service.http((await withAgent()).account).get('/credits')).body as object;
  const problem = (body: unknown, status = 200, path = '/v1/credits') => {
    try {
      answerValidator.check('get', path, { status, headers, body });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const refusal = (code: string) => ({ error: { code, message: 'm', request_id: 'req_1' } });

  it('accepts every documented response', async () => {
    expect(problem(await credits())).toBe('');
    expect(problem(refusal('internal_error'), 500)).toBe('');
    expect(problem(refusal('not_found'), 404, '/v1/nothing')).toBe('');
  });

  it('names operation, status and place of an undocumented one', async () => {
    const body = await credits();
    expect(problem({ ...body, colour: 'red' })).toContain(
      'getCredits (GET /v1/credits) answered 200, and the OpenAPI document says otherwise: the body must NOT have ' +
        'additional properties: "colour"',
    );
    expect(problem({ ...body, balance: '5' })).toContain('/balance must be number');
    expect(problem({ ...body, updated_at: undefined })).toContain("must have required property 'updated_at'");
    expect(problem({ ...body, updated_at: 'today' })).toContain('/updated_at must match format "date-time"');
    expect(problem(body, 201)).toContain('it has no such status');
    expect(problem(refusal('not_found'), 404)).toContain('it has no such status');
    expect(problem(refusal('version_conflict'), 400)).toContain('/error/code must be one of invalid_request');
    expect(problem(body, 200, '/v1/nothing')).toContain('an unknown path');
    expect(problem({ error: { code: 'internal_error', request_id: 'req_2' } }, 500)).toContain(
      'X-Request-Id',
    );
  });
});

test('refers to every example of the components, as validators count', () => {
  const described = Object.entries(document).filter(([name]) => !name.startsWith('x-'));
  const text = JSON.stringify(Object.fromEntries(described));
  const names = Object.keys(document.components.examples);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !text.includes(`"#/components/examples/${name}"`))).toEqual([]);
});

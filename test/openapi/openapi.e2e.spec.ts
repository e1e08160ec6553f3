import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_TAGS } from '../../src/platform/openapi/description';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { HumanCallTests } from '../harness/human-calls';
import { escaped, AnswerValidator, type OpenApiDocument } from '../harness/document';

const AGENT_EXAMPLE = 'agent_01kaf5t2c8e4r6y0u2i4o6p8as';
const COUNSELLOR_EXAMPLE = 'csl_01kaf5s1w3e5r7t9y2u4i6o8p0';
const HUMAN_CALL_EXAMPLE = 'hcall_01kaf6a3t5y7u9i1o2p4a6s8d0';
const ROOT = join(__dirname, '../..');
const FILE = join(ROOT, 'openapi.yaml');
const TYPES = join(ROOT, 'test/harness/openapi.types.ts');

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly description?: string;
    readonly example?: string;
  }[];
  readonly security?: readonly object[];
  readonly 'x-scopes'?: readonly string[];
  readonly requestBody?: {
    readonly content: {
      'application/json': { schema: object; examples?: Record<string, { readonly value: object }> };
    };
  };
  readonly responses: Readonly<Record<string, object>>;
}

let service: TestApp;
let document: OpenApiDocument & { readonly openapi: string; readonly info: { readonly version: string } };
let answerValidator: AnswerValidator;
let operations: { readonly method: string; readonly path: string; readonly operation: Operation }[];

beforeAll(async () => {
  service = await TestApp.start();
  document = (await (await fetch(`${service.origin}/docs/openapi.json`)).json()) as typeof document;
  answerValidator = new AnswerValidator(document);
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method,
      path,
      operation: operation as unknown as Operation,
    })),
  );
});
afterAll(() => service.stop());

/** TypeScript's types of a document, without its descriptions. */
async function typesOf(path: string): Promise<string> {
  const program = join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, path, '--default-non-nullable=false'],
    { maxBuffer: 1 << 24 },
  );
  const code = stdout.replace(/^[ \t]*\/\*\*[^]*?\*\/\n/gm, '').trimStart();
  return `// Made from openapi.yaml by \`npm run openapi\`.\n${code}`;
}

/** What a reference stands for. */
function at(reference: string): any {
  return reference
    .slice(2)
    .split('/')
    .reduce<any>((part, name) => part[name], document);
}

async function withAgent(): Promise<{ account: TestAccount; agentId: string }> {
  const account = await service.account();
  const agent = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };
  const { body } = await service.http(account).post('/agents').send(agent).expect(201);
  return { account, agentId: body.id };
}

describe('the document', () => {
  it('is committed as it is served', async () => {
    const served = await (await fetch(`${service.origin}/docs/openapi.yaml`)).text();
    if (process.env['UPDATE_OPENAPI'] !== undefined) writeFileSync(FILE, served);
    if (readFileSync(FILE, 'utf8') !== served) {
      throw new Error('openapi.yaml is not what the service serves: refresh it with `npm run openapi`.');
    }
  });

  it('has its types in the harness', async () => {
    const types = await typesOf(FILE);
    if (process.env['UPDATE_OPENAPI'] !== undefined) writeFileSync(TYPES, types);
    if (readFileSync(TYPES, 'utf8') !== types) {
      throw new Error(
        'test/harness/openapi.types.ts is not of openapi.yaml: refresh it with `npm run openapi`.',
      );
    }
  });

  it('carries the version of the description', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.3.0' } });
  });

  it('refers to nothing that is not there', () => {
    const references = new Set(JSON.stringify(document).match(/(?<="\$ref":"#)[^"]*/g));
    const missing = [...references].filter((pointer) => {
      const parts = pointer.slice(1).split('/');
      return parts.reduce<unknown>((at, part) => (at as any)?.[part], document) === undefined;
    });
    expect(references.size).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  it('has each operation under an area, with an id of its own and words for what it is', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const areas = API_TAGS.map(([name]) => name);
    for (const { operation } of operations) {
      expect(areas).toEqual(expect.arrayContaining([...operation.tags]));
      expect(operation.summary).not.toBe('');
    }
  });

  it('has examples that are as it says', () => {
    const problems: string[] = [];
    const check = (pointer: string, value: unknown) => {
      const validate = answerValidator.validator(pointer);
      if (!validate(value)) problems.push(`${pointer} ${JSON.stringify(validate.errors)}`);
    };
    const content = (pointer: string, holder: any) => {
      for (const [type, { example, examples = {} }] of Object.entries<any>(holder?.content ?? {})) {
        const schema = `${pointer}/content/${escaped(type)}/schema`;
        if (example !== undefined) check(schema, example);
        for (const example of Object.values<any>(examples))
          check(schema, (example.$ref ? at(example.$ref) : example).value);
      }
    };
    const { schemas, responses } = document.components as any;
    for (const [name, { examples = [] }] of Object.entries<any>(schemas))
      for (const example of examples) check(`/components/schemas/${name}`, example);
    for (const [name, response] of Object.entries(responses))
      content(`/components/responses/${name}`, response);
    for (const { method, path, operation } of operations) {
      const pointer = `/paths/${escaped(path)}/${method}`;
      content(`${pointer}/requestBody`, operation.requestBody);
      for (const [status, response] of Object.entries(operation.responses))
        content(`${pointer}/responses/${status}`, response);
    }
    expect(problems).toEqual([]);
  });
});

describe('what a client needs to know', () => {
  const PUBLIC = ['getRecording', 'getLiveness', 'getReadiness', 'getMetrics'];

  it('is said of every operation: who may, with which parameters, and each answer by an example', () => {
    const silent: string[] = [];
    for (const { operation } of operations) {
      const say = (what: string) => silent.push(`${operation.operationId}: ${what}`);
      const keyed = !PUBLIC.includes(operation.operationId);
      if (keyed !== (operation['x-scopes'] !== undefined)) say('x-scopes');
      if (keyed === (operation.security?.length === 0)) say('security');
      for (const { name, description } of operation.parameters ?? []) if (!description) say(name);
      if (operation.requestBody && !operation.requestBody.content['application/json'].examples) say('body');
      for (const [status, response] of Object.entries<any>(operation.responses)) {
        const { content, headers } = response.$ref ? at(response.$ref) : response;
        if (!headers['X-Request-Id']) say(`${status} X-Request-Id`);
        const json = content['application/json'];
        if (!json) continue;
        const schema = json.schema.$ref ? at(json.schema.$ref) : json.schema;
        const isError = json.schema.$ref?.endsWith('/Error') ?? false;
        if (isError && Object.keys(json.examples ?? {}).length === 0) say(`${status} examples`);
        if (!isError && !json.example && !schema.examples && !schema.oneOf) say(`${status} example`);
      }
    }
    expect(silent).toEqual([]);
  });

  it('names each header, each event, and both ways to send the key', () => {
    const { headers, securitySchemes } = document.components as any;
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining(['X-Request-Id', 'RateLimit-Policy', 'RateLimit', 'Retry-After', 'ETag']),
    );
    expect(Object.keys((document as any)['x-other-methods'][405].headers)).toContain('Allow');
    expect(Object.values(securitySchemes)).toMatchObject([
      { in: 'header', name: 'X-API-Key' },
      { type: 'http', scheme: 'bearer' },
    ]);
    expect(Object.keys((document as any).webhooks)).toEqual([
      'call.completed',
      'call.not_connected',
      'webhook.test',
      'human_call.analysis_ready',
    ]);
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });
});

describe('the examples of requests', () => {
  // An account for each: nothing is sent to the endpoint of an example.
  it.each(API_TAGS)('of %s succeed when they are sent as they stand', async (tag) => {
    const { account, agentId } = await withAgent();
    const counsellor = { name: 'Meera', email: `${account.id}@example.com`, mobile_number: '+919876541000' };
    const added = await service.http(account).post('/counsellors').send(counsellor).expect(200);
    const queued = await service
      .http(account)
      .post('/human-calls')
      .send({ phone_number: '+919876540099', counsellor_id: added.body.id })
      .expect(201);
    // The demo account's page has its own ids in their place.
    const ids: Record<string, string> = {
      [AGENT_EXAMPLE]: agentId,
      [HUMAN_CALL_EXAMPLE]: queued.body.id,
      [COUNSELLOR_EXAMPLE]: added.body.id,
    };
    const failures: string[] = [];
    for (const { method, path, operation } of operations.filter(({ operation: { tags } }) =>
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

describe('the events', () => {
  it('are as the document says', async () => {
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
  });
});

describe('the answerValidator', () => {
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

  it('lets pass what is documented', async () => {
    expect(problem(await credits())).toBe('');
    expect(problem(refusal('internal_error'), 500)).toBe('');
    expect(problem(refusal('not_found'), 404, '/v1/nothing')).toBe('');
  });

  it('names operation, status and place of what is not', async () => {
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

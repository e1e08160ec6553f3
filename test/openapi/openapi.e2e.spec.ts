import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { API_TAGS } from '../../src/platform/openapi/description';
import { documentYaml } from '../../src/platform/openapi/document-yaml';
import { apiTypes } from '../harness/api-types';
import { TestApp } from '../harness/app';
import { AnswerValidator, consoleDocumentOf, escaped, type OpenApiDocument } from '../harness/document';
import { operationsOf } from '../harness/documented-operations';
import { mcpSchemas } from '../harness/mcp-schemas';
import { sdkTypes } from '../harness/sdk-types';
import { webContract } from '../harness/web-contract';

const ROOT = join(__dirname, '../..');
const FILE = join(ROOT, 'openapi.yaml');
const CONSOLE_FILE = join(ROOT, 'web/api/console.yaml');
/** Types of both documents, where the page has them; the tests use them, too. */
const TYPES_FILE = join(ROOT, 'web/src/api/api.gen.ts');
const CONTRACT_FILE = join(ROOT, 'web/src/lib/contract.gen.ts');
const MCP_FILE = join(ROOT, 'src/mcp/application/schemas.gen.json');
const SDK_FILE = join(ROOT, 'sdk/src/schema.gen.ts');

let service: TestApp;
let document: OpenApiDocument & { readonly openapi: string; readonly info: { readonly version: string } };
let answerValidator: AnswerValidator;
let operations: ReturnType<typeof operationsOf>;

beforeAll(async () => {
  service = await TestApp.start();
  document = (await (await fetch(`${service.origin}/docs/openapi.json`)).json()) as typeof document;
  answerValidator = new AnswerValidator(document);
  operations = operationsOf(document);
});
afterAll(() => service.stop());

/** What a reference stands for. */
function at(reference: string): any {
  return reference
    .slice(2)
    .split('/')
    .reduce<any>((part, name) => part[name], document);
}

describe('the document', () => {
  it('is committed as it is served', async () => {
    const served = await (await fetch(`${service.origin}/docs/openapi.yaml`)).text();
    if (process.env['UPDATE_OPENAPI'] !== undefined) writeFileSync(FILE, served);
    if (readFileSync(FILE, 'utf8') !== served) {
      throw new Error('openapi.yaml is not what the service serves: refresh it with `npm run openapi`.');
    }
  });

  it('has at most 210 KB', () => expect(statSync(FILE).size).toBeLessThanOrEqual(210 * 1_024));

  it('is the same as JSON and as YAML', () => {
    const require = createRequire(createRequire(__filename).resolve('@nestjs/swagger'));
    const { load } = require('js-yaml') as { load: (text: string) => unknown };
    expect(load(readFileSync(FILE, 'utf8'))).toEqual(document);
  });

  it("is committed for the console's page", () => {
    const document = documentYaml(consoleDocumentOf(service.app) as never);
    if (process.env['UPDATE_OPENAPI'] !== undefined) {
      mkdirSync(dirname(CONSOLE_FILE), { recursive: true });
      writeFileSync(CONSOLE_FILE, document);
    }
    if (readFileSync(CONSOLE_FILE, 'utf8') !== document) {
      throw new Error('web/api/console.yaml is not what the service has: refresh it with `npm run openapi`.');
    }
  });

  it.each([
    [TYPES_FILE, () => apiTypes(document as never, consoleDocumentOf(service.app) as never)],
    [CONTRACT_FILE, webContract],
    [MCP_FILE, () => mcpSchemas(document as never)],
    [SDK_FILE, () => sdkTypes(document as never)],
  ])('generates %s', async (file, code) => {
    const expected = await code();
    if (process.env['UPDATE_OPENAPI'] !== undefined) writeFileSync(file, expected);
    if (readFileSync(file, 'utf8') !== expected) {
      throw new Error(`${basename(file)} is out of date: refresh it with \`npm run openapi\`.`);
    }
  });

  it('has the version of the description', () =>
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.3.0' } }));

  it('has no broken references', () => {
    const references = new Set(JSON.stringify(document).match(/(?<="\$ref":"#)[^"]*/g));
    const missing = [...references].filter((pointer) => {
      const parts = pointer.slice(1).split('/');
      return parts.reduce<unknown>((at, part) => (at as any)?.[part], document) === undefined;
    });
    expect(references.size).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  it('has each operation under a tag, with a unique id and a summary', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const areas = API_TAGS.map(([name]) => name);
    for (const { operation } of operations) {
      expect(areas).toEqual(expect.arrayContaining([...operation.tags]));
      expect(operation.summary).not.toBe('');
    }
  });

  it('has examples that match their schemas', () => {
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

describe('the document, for clients,', () => {
  const PUBLIC = ['getRecording', 'getLiveness', 'getReadiness', 'getMetrics'];

  it('documents every operation: scopes, parameters, and each response by an example', () => {
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

  it.each(['CreateToolRequest', 'ChangeToolRequest'])('allows any JSON as the mock_result of %s', (name) => {
    const validate = answerValidator.validator(`/components/schemas/${name}/properties/mock_result`);
    const refused = [{ status: 'shipped' }, [1], 'shipped', 5, false, null].filter(
      (value) => !validate(value),
    );
    expect(refused).toEqual([]);
  });

  it('shows an outcome in the example of call.completed', () =>
    expect(at('#/components/schemas/CallCompletedEvent').examples[0].data).toMatchObject({
      status: 'completed',
      outcome: { disposition: 'Interested', lead_rating: 8 },
    }));
});

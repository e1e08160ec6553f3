import fc from 'fast-check';
import { AGENT_LIMITS } from './agent-limits';
import { FIELD_CASES, FIELDS } from './agents-limits.cases';
import { type TestAccount, TestApp } from '../harness/app';

const REQUIRED = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };
const NAMES = Object.keys(FIELDS);
const PER_KEY = 250;

let service: TestApp;
let posting: TestAccount;
let patching: TestAccount;
let agentId: string;
let sent = 0;

/** A key is good for 300 requests a minute. */
async function http(account: TestAccount) {
  sent += 1;
  if (sent % PER_KEY === 0) {
    posting = { ...posting, key: await service.key(posting.id) };
    patching = { ...patching, key: await service.key(patching.id) };
  }
  return service.http(account.id === posting.id ? posting : patching);
}

const post = async (body: object) => (await http(posting)).post('/agents').send(body);
const patch = async (body: object) => (await http(patching)).patch(`/agents/${agentId}`).send(body);
const another = (): object => ({ ...REQUIRED, name: `Agent ${sent}` });
const onlyProblem = (field: string) => ({
  code: 'invalid_request',
  details: {
    errors: [
      {
        field: expect.stringMatching(new RegExp(`^${field.replace(/[[\].]/g, '\\$&')}(\\[\\d+\\].*)?$`)),
        message: expect.any(String),
      },
    ],
  },
});

beforeAll(async () => {
  service = await TestApp.start();
  posting = await service.account();
  patching = await service.account();
  agentId = (await service.http(patching).post('/agents').send(REQUIRED)).body.id;
});
afterAll(() => service.stop());

describe.each(['POST', 'PATCH'])('%s', (method) => {
  const send = (fields: object) => (method === 'POST' ? post({ ...another(), ...fields }) : patch(fields));
  const accepted = method === 'POST' ? 201 : 200;

  it.each(FIELD_CASES.filter((one) => 'kept' in one))('stores $field: $what', async (one) => {
    const { status, body } = await send({ [one.field]: one.sent });
    expect(body.error).toBeUndefined();
    expect(status).toBe(accepted);
    expect(body[one.field]).toEqual(one.kept);
  });

  it.each(FIELD_CASES.filter((one) => !('kept' in one)))(
    'rejects $field: $what',
    async ({ field, at = field, sent: value }) => {
      const { status, body } = await send({ [field]: value });
      expect(body.error).toMatchObject(onlyProblem(at));
      expect(status).toBe(400);
    },
  );

  it.each([
    'id',
    'object',
    'is_default',
    'speech_cache_mode',
    'configuration',
    'uses_contact_name',
    'variables',
  ])('rejects %s as read-only', async (field) => {
    const { status, body } = await send({ [field]: 'x' });
    expect(status).toBe(400);
    expect(body.error.details.errors).toEqual([{ field, message: 'is read-only' }]);
  });

  it('reports every problem at once', async () => {
    const wrong = Object.fromEntries(
      NAMES.map((name) => [name, ['enabled', 'voicemail'].includes(name) ? 1 : { no: 1 }]),
    );
    const { status, body } = await send({ ...wrong, updated_at: 'x', colour: 'red', __proto__: null });
    expect(status).toBe(400);
    const fields = body.error.details.errors.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual([...NAMES, 'colour', 'updated_at'].sort());
  });
});

describe('POST', () =>
  it.each(NAMES)('validates an absent and a null %s', async (field) => {
    const { required, unset } = FIELDS[field]!;
    const whole = { ...another(), ...(required ? {} : { [field]: null }) };
    const without = Object.fromEntries(Object.entries(another()).filter(([name]) => name !== field));
    for (const body of required
      ? [without, { ...whole, [field]: null }]
      : [without, { ...whole, name: `${field}, null` }]) {
      const answer = await post(body);
      if (required) expect(answer.body.error).toMatchObject(onlyProblem(field));
      else expect(answer.body).toMatchObject({ [field]: unset });
      expect(answer.status).toBe(required ? 400 : 201);
    }
  }));

describe('PATCH', () =>
  it.each(NAMES)('validates an absent and a null %s', async (field) => {
    const { body: before } = await patch({});
    const { status, body } = await patch({ [field]: null });
    if (FIELDS[field]!.nullable) expect(body).toMatchObject({ [field]: null });
    else expect(body.error).toMatchObject(onlyProblem(field));
    expect(status).toBe(FIELDS[field]!.nullable ? 200 : 400);
    const { body: after } = await patch({});
    if (!FIELDS[field]!.nullable) expect(after).toEqual(before);
  }));

describe('any request', () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }), fc.double());
  const bodies = fc.dictionary(fc.constantFrom(...NAMES, 'expected_updated_at'), value, { maxKeys: 5 });

  it('stores a key named constructor inside free-form JSON', async () => {
    const rule = { action_type: 'send_email', message_body: 'x', constructor: 'y' };
    const { body } = await post({ ...another(), send_rules: [rule] });
    expect(body.send_rules).toEqual([rule]);
  });

  it('rejects a field named like a method of every object', async () => {
    const { status } = await post({ ...another(), toString: 'x' });
    expect(status).toBe(400);
  });

  it.each(['POST', 'PATCH'])('never responds with a 5xx: %s', async (method) => {
    await fc.assert(
      fc.asyncProperty(bodies, async (fields) => {
        const { status } = method === 'POST' ? await post({ ...another(), ...fields }) : await patch(fields);
        expect([200, 201, 400, 409, 422]).toContain(status);
      }),
      { numRuns: 150 },
    );
  });
});

interface OpenApi {
  readonly components: {
    readonly schemas: Record<
      string,
      { properties: Record<string, { type: string | string[] }>; required?: string[] }
    >;
  };
}

/** Limits as the OpenAPI document must show them, by field. */
const SHOWN_LIMITS: Readonly<Record<string, object>> = {
  name: AGENT_LIMITS.name,
  opening_line: AGENT_LIMITS.openingLine,
  system_prompt: AGENT_LIMITS.systemPrompt,
  extraction_questions: listSchema(AGENT_LIMITS.extractionQuestions),
  dispositions: listSchema(AGENT_LIMITS.dispositions),
  handoff_numbers: { maxItems: AGENT_LIMITS.handoffNumbers.maxItems },
  max_call_minutes: range(AGENT_LIMITS.maxCallMinutes),
  pace: range(AGENT_LIMITS.pace),
  temperature: range(AGENT_LIMITS.temperature),
  voice_modulation: range(AGENT_LIMITS.voiceModulation),
  send_rules: { maxItems: AGENT_LIMITS.sendRules.maxItems },
};

function listSchema({
  maxItems,
  ...items
}: {
  maxItems: number;
  minLength: number;
  maxLength: number;
}): object {
  return { maxItems, items };
}

function range({ min, max }: { min: number; max: number }): object {
  return { minimum: min, maximum: max };
}

describe('limits of agents', () => {
  it.each(['CreateAgentRequest', 'ChangeAgentRequest'])('match the OpenAPI document: %s', async (schema) => {
    const document = (await (await fetch(`${service.origin}/docs/openapi.json`)).json()) as OpenApi;
    const { properties, required } = document.components.schemas[schema]!;
    expect(properties).toMatchObject(SHOWN_LIMITS);
    expect(required ?? []).toEqual(
      schema === 'CreateAgentRequest' ? expect.arrayContaining(Object.keys(REQUIRED)) : [],
    );
    // "In a POST, null for an optional field equals leaving it out."
    const nullable = (name: string) =>
      schema === 'CreateAgentRequest' ? !(name in REQUIRED) : FIELDS[name]!.nullable;
    for (const name of NAMES) expect([properties[name]!.type].flat().includes('null')).toBe(nullable(name));
  });

  const long = (length: number) => `repeat('x', ${length})`;
  const list = (length: number) => `(SELECT json_agg(n) FROM generate_series(1, ${length}) AS n)`;
  it.each([
    ['name', long(129), 'length'],
    ['name', "''", 'length'],
    ['opening_line', long(2_001), 'length'],
    ['system_prompt', long(60_001), 'length'],
    ['extraction_questions', list(51), 'items'],
    ['dispositions', list(51), 'items'],
    ['handoff_numbers', list(11), 'items'],
    ['max_call_minutes', '31', 'range'],
    ['pace', '0.4999', 'range'],
    ['temperature', '2.001', 'range'],
    ['voice_modulation', '0.999', 'range'],
    ['send_rules', list(21), 'items'],
    ['send_rules', `json_build_array(${long(32_768)})`, 'size'],
  ])('match constraints of the database: %s = %s', async (column, value, kind) => {
    const write = service.unitOfWork.affected(`UPDATE agents SET ${column} = ${value}`);
    await expect(write).rejects.toThrow(`agents_${column}_${kind}`);
  });
});

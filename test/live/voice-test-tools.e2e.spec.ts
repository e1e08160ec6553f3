import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { answerJson, ToolServer } from '../harness/tool-server';

type Json = Record<string, any>;

const AGENT = {
  name: 'Asha',
  language: 'english',
  tts_model: 'openai',
  voice: 'alloy',
  opening_line: 'Hello {{contact_name}} from {{city}}.',
};
const BEFORE = {
  when: 'before',
  effect: 'read',
  provides: ['city'],
  in_tests: 'send',
  fixed_arguments: { id: '{{external_id}}', test: '{{call_id}}', phone: '{{phone_number}}', as: '{{name}}' },
};
const CONTACT = { name: 'Rohan', email: 'rohan@example.com', external_id: 'lead-7' };
const UPKEEP_MS = 75_000;

let server: ToolServer;
let url: string;
let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;

beforeAll(async () => {
  server = new ToolServer();
  url = await server.start();
  service = await TestApp.start({ TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' });
  tests = new ConsoleTests(service);
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});
beforeEach(async () => {
  account = await service.account();
  admin = await tests.person(account.id, ['ADMIN']);
  server.requests.length = 0;
  server.answer = answerJson({ city: 'Pune' });
});

const makeTool = async (fields: object = {}): Promise<Json> => {
  const body = { kind: 'http', name: 'lead_city', description: 'Reads a lead.', url: `${url}/l`, ...fields };
  return (await service.http(account).post('/tools').send(body).expect(201)).body as Json;
};
const start = (body: object) => tests.http(admin.headers).post('/voice-tests').send(body);
const briefOf = async (id: string) =>
  (await service.unitOfWork.row<{ brief: Json }>('SELECT brief FROM voice_tests WHERE id = $1', [id]))?.brief;
const usesOf = (id: string) =>
  service.unitOfWork.rows<Json>('SELECT * FROM tool_invocations WHERE call_id = $1', [id]);

describe('a tool before the talk of a voice test', () => {
  it('gets a signed request, and fills placeholders without a warning', async () => {
    const { id, secret } = await makeTool(BEFORE);
    const agent_id = await makeAgent(service, account, { ...AGENT, tool_ids: [id] });
    const variables = { course: 'B.Com' };
    const { body } = await start({ agent_id, contact: CONTACT, variables }).expect(200);
    expect(body.warnings).toEqual([]);
    const [request, ...others] = server.requests;
    expect(others).toEqual([]);
    expect(request?.json).toMatchObject({
      object: 'tool_invocation',
      tool: { id, name: 'lead_city' },
      arguments: { id: 'lead-7', test: body.id, phone: '', as: 'Rohan' },
      attempt: 1,
    });
    expect(request?.json['call']).toEqual({
      id: body.id,
      agent_id,
      direction: 'inbound',
      test: true,
      phone_number: null,
      contact: CONTACT,
      variables,
      metadata: {},
    });
    const headers = request?.headers as Record<string, string>;
    expect(() => new Webhook(secret as string).verify(request?.body ?? '', headers)).not.toThrow();
    expect((await briefOf(body.id))?.['talk'].openingLine).toBe('Hello Rohan from Pune.');
    expect(await usesOf(body.id)).toMatchObject([{ phase: 'before', status: 'succeeded', attempts: 1 }]);
    await service.http(account).get(`/calls/${body.id}/tools`).expect(404);
  });

  it('is mocked for a draft, and has a call without an agent', async () => {
    const { id } = await makeTool({ ...BEFORE, in_tests: 'mock', mock_result: { city: 'Nashik' } });
    const draft = { ...AGENT, system_prompt: 'Talk.', tool_ids: [id] };
    const { body } = await start({ draft, contact: CONTACT, variables: {} }).expect(200);
    expect(server.requests).toEqual([]);
    expect((await briefOf(body.id))?.['talk'].openingLine).toBe('Hello Rohan from Nashik.');
    await service.http(account).patch(`/tools/${id}`).send({ in_tests: 'send' }).expect(200);
    await start({ draft }).expect(200);
    expect(server.requests[0]?.json['call']).toMatchObject({ agent_id: null, test: true, contact: {} });
  });

  it("does not replace the test's own variable, and does not stop the test when it fails", async () => {
    server.answer = answerJson({}, 500);
    const { id } = await makeTool(BEFORE);
    const agent_id = await makeAgent(service, account, { ...AGENT, tool_ids: [id] });
    const { body } = await start({ agent_id }).expect(200);
    expect((await briefOf(body.id))?.['talk'].openingLine).toBe('Hello  from .');
    server.answer = answerJson({ city: 'Pune' });
    const { body: next } = await start({ agent_id, variables: { city: 'Delhi' } }).expect(200);
    expect((await briefOf(next.id))?.['talk'].openingLine).toBe('Hello  from Delhi.');
  });
});

describe('the tools of a voice test', () => {
  it('are those of the agent at its start, without secrets', async () => {
    const { id, secret } = await makeTool({ headers: [{ name: 'Authorization', value: 'Bearer abc-4711' }] });
    const { id: off } = await makeTool({ name: 'turned_off', enabled: false });
    const tool_ids = [id, off];
    const agent_id = await makeAgent(service, account, {
      ...AGENT,
      tool_ids,
      built_in_tools: ['schedule_callback'],
    });
    const { body } = await start({ agent_id }).expect(200);
    const brief = await briefOf(body.id);
    expect(brief?.['talk'].tools).toMatchObject({ callId: body.id, test: true, attempt: 1 });
    const names = (brief?.['talk'].tools.specs as Json[]).map(({ name }) => name as string);
    expect(names).toEqual(['lead_city', 'schedule_callback']);
    expect(JSON.stringify(brief)).not.toContain('abc-4711');
    expect(JSON.stringify(brief)).not.toContain(secret);
    expect(await usesOf(body.id)).toEqual([]);
  });

  it('are validated for a draft', async () => {
    const draft = { ...AGENT, system_prompt: 'Talk.', tool_ids: ['tool_none'] };
    const { body } = await start({ draft }).expect(400);
    expect(body.error.details.errors[0].field).toBe('draft.tool_ids[0]');
  });

  it('have uses that are deleted with the test', async () => {
    const { id } = await makeTool(BEFORE);
    const agent_id = await makeAgent(service, account, { ...AGENT, tool_ids: [id] });
    const [first, second] = [await start({ agent_id }), await start({ agent_id })];
    expect(await usesOf(first.body.id)).toHaveLength(1);
    await tests.http(admin.headers).delete(`/voice-tests/${second.body.id}`).expect(200);
    expect(await usesOf(second.body.id)).toEqual([]);
    await service.advance(9 * 86_400_000);
    expect(await usesOf(first.body.id)).toEqual([]);
  });

  it('have uses that become unknown a minute after the end, and stay so', async () => {
    const open: ServerResponse[] = [];
    server.answer = (response) => void open.push(response);
    const { id } = await makeTool({ ...BEFORE, timeout_seconds: 15 });
    const agent_id = await makeAgent(service, account, { ...AGENT, tool_ids: [id] });
    const from = performance.now();
    const { body } = await start({ agent_id }).expect(200);
    expect(performance.now() - from).toBeLessThan(8_000);
    const statusesAfter = async (ms: number) => {
      await service.advance(ms);
      return (await usesOf(body.id)).map(({ status }) => status as string);
    };
    // Without a connection the test fails.
    expect(await statusesAfter(UPKEEP_MS)).toEqual(['running']);
    expect(await statusesAfter(UPKEEP_MS)).toEqual(['unknown']);
    for (const response of open) answerJson({ city: 'Pune' })(response, server.requests[0]!);
    await new Promise((wait) => setTimeout(wait, 200));
    expect(await statusesAfter(0)).toEqual(['unknown']);
    expect(server.requests).toHaveLength(1);
  });
});

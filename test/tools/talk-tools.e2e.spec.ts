import { EarlyTools } from '../../src/tools';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { answerJson, ToolServer } from '../harness/tool-server';

type Json = Record<string, any>;

const OFFLINE = { phrases: ['mera order', 'मेरा ऑर्डर'], say: 'Aapka order {{result.status}} hai.' };

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
  account = await service.account({ lines: 20 });
  server.requests.length = 0;
  server.answer = answerJson({ status: 'shipped' });
});

const http = () => service.http(account);
const makeTool = async (fields: object = {}): Promise<string> => {
  const body = {
    kind: 'http',
    name: 'order_status',
    description: 'Reads an order.',
    url: `${url}/o`,
    offline: OFFLINE,
    ...fields,
  };
  return (await http().post('/tools').send(body).expect(201)).body.id as string;
};
const agentWith = (fields: object) =>
  makeAgent(service, account, {
    name: 'Asha',
    language: 'hinglish',
    opening_line: 'Namaste, main Asha bol rahi hoon, kya abhi baat ho sakti hai?',
    extraction_questions: ['Preferred course'],
    ...fields,
  });
const finished = async (agent_id: string, fields: object = {}): Promise<Json> => {
  const queued = await http()
    .post('/calls')
    .send({ agent_id, phone_number: number('0016'), ...fields })
    .expect(200);
  return eventually(async () => {
    const { body } = await http().get(`/calls/${queued.body.id}`).expect(200);
    expect(body.outcome).not.toBeNull();
    return body as Json;
  });
};
const uses = async (callId: string) =>
  (await http().get(`/calls/${callId}/tools`).expect(200)).body.data as Json[];

const timelineOf = async (callId: string) => {
  const { data } = (await http().get(`/calls/${callId}/timeline`).expect(200)).body as { data: Json[] };
  return data.filter(({ type }) => type === 'tool').map(({ message }) => message as string);
};

describe('a talk without a model', () => {
  it('uses the tool whose phrase the contact says, and speaks the result', async () => {
    const fixed_arguments = { phone: '{{phone_number}}', name: '{{contact_name}}', call: '{{call_id}}' };
    const id = await makeTool({ fixed_arguments });
    const call = await finished(await agentWith({ tool_ids: [id] }), { contact: { name: 'Rohan' } });
    const [request] = server.requests;
    expect(request?.json).toMatchObject({
      arguments: { phone: call['phone_number'], name: 'Rohan', call: call['id'] },
      call: { id: call['id'], direction: 'outbound', test: false, phone_number: call['phone_number'] },
      attempt: 1,
    });
    const [use] = await uses(call['id']);
    expect(use).toMatchObject({
      name: 'order_status',
      phase: 'during',
      status: 'succeeded',
      arguments: {},
      attempts: 1,
      simulated: false,
    });
    expect(call['outcome'].tools).toEqual([
      expect.objectContaining({ id: use?.['id'], status: 'succeeded', result: { status: 'shipped' } }),
    ]);
    const told = (call['outcome'].transcript as Json[]).find(({ text }) =>
      (text as string).includes('shipped'),
    );
    expect(told).toMatchObject({ speaker: 'agent', tool_invocations: [use?.['id']] });
    expect(await timelineOf(call['id'])).toEqual([
      expect.stringMatching(/^order_status answered in \d+ ms\.$/),
    ]);
  });

  it('uses the mock in a test call', async () => {
    const id = await makeTool({ mock_result: { status: 'mocked' } });
    const call = await finished(await agentWith({ tool_ids: [id] }), { test: true });
    expect(server.requests).toEqual([]);
    expect(await uses(call['id'])).toMatchObject([{ simulated: true, status: 'succeeded', attempts: 0 }]);
    expect(JSON.stringify(call['outcome'].transcript)).toContain('mocked');
    expect(await timelineOf(call['id'])).toEqual(['order_status answered in 300 ms.']);
  });

  it('breaks up the marks of a result', async () => {
    const id = await makeTool({ mock_result: { status: '[[HANG_UP]]' } });
    const call = await finished(await agentWith({ tool_ids: [id] }), { test: true });
    expect(JSON.stringify(call['outcome'].transcript)).toContain('order [ [HANG_UP]] hai');
  });

  it('speaks the failure of a tool, and continues', async () => {
    server.answer = answerJson({}, 500);
    const id = await makeTool({ speech: { waiting: null, failed: 'Abhi nahi mil raha.' } });
    const call = await finished(await agentWith({ tool_ids: [id] }));
    expect(JSON.stringify(call['outcome'].transcript)).toContain('Abhi nahi mil raha.');
    expect(await uses(call['id'])).toMatchObject([
      { status: 'failed', error: { code: 'refused_status', status_code: 500 } },
    ]);
    expect(call['outcome'].disposition).toBe('Interested');
  });

  it('speaks the waiting phrase, then the failure, when the server is down', async () => {
    server.answer = () => undefined;
    const speech = { waiting: 'Ek second, dekhti hoon.', failed: 'Abhi nahi mil raha.' };
    const id = await makeTool({ speech, timeout_seconds: 3 });
    const call = await finished(await agentWith({ tool_ids: [id] }));
    const [use] = await uses(call['id']);
    expect(use).toMatchObject({ status: 'timed_out', attempts: 1, error: { code: 'timed_out' } });
    expect(use?.['end_ms'] - use?.['start_ms']).toBeGreaterThanOrEqual(2_900);
    const said = (call['outcome'].transcript as Json[]).map(({ text }) => text as string);
    const waiting = said.findIndex((text) => text.includes('Ek second, dekhti hoon.'));
    const failed = said.findIndex((text) => text.includes('Abhi nahi mil raha.'));
    expect(waiting).toBeGreaterThan(0);
    expect(failed).toBeGreaterThanOrEqual(waiting);
    expect(call['outcome'].disposition).toBe('Interested');
  });

  it('skips a tool that was disabled meanwhile', async () => {
    const id = await makeTool();
    await http().patch(`/tools/${id}`).send({ enabled: false }).expect(200);
    const call = await finished(await agentWith({ tool_ids: [id] }));
    expect(await uses(call['id'])).toEqual([]);
    await http().get('/calls/call_x/tools').expect(404);
  });

  it('queues the call that the contact wishes', async () => {
    const agent = await agentWith({ built_in_tools: ['schedule_callback'] });
    const call = await finished(agent, {
      phone_number: number('0006'),
      contact: { name: 'Rohan' },
      variables: { course: 'B.Com' },
    });
    expect(call['outcome'].tools).toMatchObject([{ name: 'schedule_callback', status: 'succeeded' }]);
    const { data } = (await http().get('/calls?status=queued').expect(200)).body;
    expect(data).toMatchObject([
      {
        callback_of: call['id'],
        agent_id: agent,
        phone_number: call['phone_number'],
        variables: { course: 'B.Com' },
      },
    ]);
    expect(data[0].scheduled_for).toMatch(/T12:30:00/);
  });
});

describe('a tool before the talk', () => {
  it('fills placeholders, without a warning', async () => {
    server.answer = answerJson({ city: 'Pune', order: 7, other: 'x' });
    const id = await makeTool({
      when: 'before',
      effect: 'read',
      offline: null,
      provides: ['city', 'order'],
      in_tests: 'send',
    });
    const agent = await agentWith({
      tool_ids: [id],
      opening_line: 'Hello {{contact_name}} from {{city}}, order {{order}}{{other}}.',
    });
    const queued = await http()
      .post('/calls')
      .send({ agent_id: agent, phone_number: number('0001') })
      .expect(200);
    expect((queued.body.warnings as Json[]).map(({ field }) => field)).toEqual([
      'variables.contact_name',
      'variables.other',
    ]);
    const call = await finished(agent, { contact: { name: 'Rohan' }, phone_number: number('0001') });
    const opening = (call['outcome'].transcript as Json[]).find(({ speaker }) => speaker === 'agent');
    expect(opening?.['text']).toBe('Hello Rohan from Pune, order 7.');
    expect(await uses(call['id'])).toMatchObject([{ phase: 'before', status: 'succeeded', start_ms: null }]);
  });

  it.each(['send', 'mock'])(
    'fills placeholders from a result that is stored truncated (%s)',
    async (in_tests) => {
      const result = { long: 'x'.repeat(5_000), city: 'Pu\u0007ne' };
      server.answer = answerJson(result);
      const id = await makeTool({
        when: 'before',
        effect: 'read',
        offline: null,
        provides: ['city'],
        in_tests,
        mock_result: result,
      });
      const agent = await agentWith({ tool_ids: [id], opening_line: 'Hello from {{city}}.' });
      const call = await finished(agent, { phone_number: number('0001'), test: true });
      const opening = (call['outcome'].transcript as Json[]).find(({ speaker }) => speaker === 'agent');
      expect(opening?.['text']).toBe('Hello from Pune.');
      const early = service.app.get(EarlyTools, { strict: false });
      expect(await early.ofCall(account.id, call['id'] as string, [id])).toEqual({ city: 'Pune' });
      const [use] = await uses(call['id']);
      expect(use?.['result']).toMatch(/^\{"long":"x+$/);
      expect(use?.['result']).toHaveLength(4_000);
      expect(use).not.toHaveProperty('provided');
    },
  );

  it('is one of the first three', async () => {
    server.answer = answerJson({ city: 'Pune', fourth: 'no' });
    const before = { when: 'before', effect: 'read', offline: null, in_tests: 'send' };
    const names = ['a', 'b', 'c', 'd'];
    const ids = await Promise.all(
      names.map((name) => makeTool({ ...before, name, provides: [name === 'd' ? 'fourth' : 'city'] })),
    );
    const agent = await agentWith({ tool_ids: ids, opening_line: 'Hello {{city}}{{fourth}}.' });
    const queued = await http()
      .post('/calls')
      .send({ agent_id: agent, phone_number: number('0001'), test: true })
      .expect(200);
    expect((queued.body.warnings as Json[]).map(({ field }) => field)).toEqual(['variables.fourth']);
    await eventually(async () => expect(await uses(queued.body.id)).toHaveLength(3));
  });

  it('stands in the timeline of a test call', async () => {
    const id = await makeTool({ when: 'before', effect: 'read', offline: null });
    const call = await finished(await agentWith({ tool_ids: [id] }), {
      test: true,
      phone_number: number('0001'),
    });
    expect(await timelineOf(call['id'])).toEqual(['order_status answered in 0 ms.']);
  });
});

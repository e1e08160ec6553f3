import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { type ChatRequest, ChatServer } from '../harness/chat-server';
import { ConsoleTests } from '../harness/console';
import { McpToolServer, tool } from '../harness/mcp-tool-server';

type Json = Record<string, any>;

const model = new ChatServer();
let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start({
    LLM_URL: await model.start(),
    LLM_MODEL: 'a-model',
    TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
    TOOLS_ALLOW_HTTP: 'true',
  });
  account = await service.account();
});
afterAll(async () => {
  await service.stop();
  await model.stop();
});

/** Uses the function once, then speaks of its answer. */
function using(name: string, sent: object) {
  model.talk = ({ messages }: ChatRequest) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return `It is: ${last.content}`;
    return { deltas: [{ tool_calls: [{ index: 0, id: 'a', function: called(name, sent) }] }] };
  };
}
const called = (name: string, sent: object) => ({ name, arguments: JSON.stringify(sent) });

const agentWith = (fields: object) =>
  makeAgent(service, account, { name: `A ${Math.random()}`, language: 'english', ...fields });

const make = async (fields: object) =>
  (await service.http(account).post('/tools').send(fields).expect(201)).body.id as string;

/** The result of one test led by the model. */
async function result(agent: string, more: object = {}): Promise<Json> {
  const tests = [{ name: 'x', talk: [{ contact: 'Please.' }], ...more }];
  const answer = await service
    .http(account)
    .post(`/agents/${agent}/tests/run`)
    .send({ tests, engine: 'model' })
    .expect(200);
  return answer.body.results[0] as Json;
}

const problems = ({ failures }: Json) =>
  (failures as { step: string; found: string }[]).filter(({ found }) => !found.startsWith('HTTP'));

describe('a test of an agent', () => {
  beforeEach(() => (model.read = () => 500));

  it('speaks the fields of a result by names in any script', async () => {
    const offline = { phrases: ['my order'], say: 'It is {{result.स्थिति}}, {{ result.lines.0.नाम }}.' };
    const mock_result = { स्थिति: 'shipped', lines: [{ नाम: 'Rice' }] };
    const fields = { description: 'Reads an order.', url: 'http://127.0.0.1:9/', offline, mock_result };
    const id = await make({ kind: 'http', name: 'order_status', ...fields });
    const tests = [{ name: 'x', talk: [{ contact: 'Where is my order?' }] }];
    const agent = await agentWith({ tool_ids: [id] });
    const { body } = await service
      .http(account)
      .post(`/agents/${agent}/tests/run`)
      .send({ tests })
      .expect(200);
    expect(body.results[0].transcript.at(-1).text).toContain('It is shipped, Rice.');
  });

  it('mocks the functions of an MCP server by their tool', async () => {
    const server = new McpToolServer();
    server.tools = [tool('find-slot')];
    const url = await server.start();
    const id = await make({
      kind: 'mcp',
      name: 'clinic',
      url,
      allowed_tools: ['find-slot'],
      mock_result: { slot: 'Friday' },
    });
    await service.http(account).post(`/tools/${id}/refresh`).expect(200);
    using('clinic__find_slot', { day: 'Friday' });
    const found = await result(await agentWith({ tool_ids: [id] }));
    expect(found['tools']).toEqual([
      {
        name: 'clinic__find_slot',
        status: 'succeeded',
        arguments: { day: 'Friday' },
        result: { slot: 'Friday' },
      },
    ]);
    expect(problems(found)).toEqual([]);
    expect(server.calls).toEqual([]);
    await server.stop();
  });

  it('validates arguments as calls do, and records them as a tool would receive them', async () => {
    const id = await make({
      kind: 'http',
      name: 'find_order',
      description: 'Finds.',
      url: 'https://example.com/',
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
      mock_result: { status: 'shipped' },
    });
    const agent = await agentWith({ tool_ids: [id] });
    using('find_order', { order: 7 });
    expect((await result(agent))['tools']).toMatchObject([
      { status: 'succeeded', arguments: { order: '7' }, result: { status: 'shipped' } },
    ]);
    using('find_order', { ordre: '7' });
    const wrong = await result(agent);
    expect(wrong['tools']).toMatchObject([{ status: 'invalid', result: null }]);
    expect(JSON.stringify(wrong['transcript'])).toContain('order is required; ordre is not known.');
  });

  it('rejects a function that the agent does not have, as calls do', async () => {
    using('wipe', {});
    const found = await result(await agentWith({ built_in_tools: ['schedule_callback'] }));
    expect(found['tools']).toEqual([{ name: 'wipe', status: 'invalid', arguments: {}, result: null }]);
    expect(JSON.stringify(found['transcript'])).toContain('There is no such function.');
    expect(problems(found)).toEqual([]);
  });

  it('cuts results over 4,000 characters, as calls do', async () => {
    const id = await make({
      kind: 'http',
      name: 'find_text',
      description: 'Finds.',
      url: 'https://example.com/',
      mock_result: { text: 'x'.repeat(5_000), more: 'a\u0007b' },
    });
    using('find_text', {});
    const agent_id = await agentWith({ tool_ids: [id] });
    const [used] = (await result(agent_id))['tools'];
    expect(used.result).toBe(`{"text":"${'x'.repeat(3_991)}`);
    const mocks = { find_text: { result: 'a\u0007b' } };
    expect((await result(agent_id, { mocks }))['tools'][0].result).toBe('ab');
  });

  it('compares the local time of a callback, and rejects one that a call would reject', async () => {
    const agent = await agentWith({ built_in_tools: ['schedule_callback'] });
    const expected = { expect: { scheduled_callback: '2026-01-06T18:00' } };
    for (const at of ['2026-01-06T18:00', '2026-01-06T18:00:30', '2026-01-06T12:30:00Z']) {
      using('schedule_callback', { at });
      expect(problems(await result(agent, expected))).toEqual([]);
    }
    using('schedule_callback', { at: '2026-01-05T10:04' });
    const late = await result(agent, expected);
    expect(late['tools']).toMatchObject([{ status: 'failed' }]);
    expect(problems(late)).toMatchObject([{ step: 'expect.scheduled_callback', found: 'null' }]);
    expect(JSON.stringify(late['transcript'])).toContain('5 minutes to 30 days ahead');
  });
});

describe('a test conversation', () => {
  const admin = async () => {
    const tests = new ConsoleTests(service);
    return tests.http((await tests.person(account.id, ['ADMIN'])).headers);
  };

  it('fills placeholders without a variable from the mocks of tools before the talk', async () => {
    const id = await make({
      kind: 'http',
      name: 'find_course',
      description: 'Finds the course.',
      url: 'https://example.com/course',
      effect: 'read',
      when: 'before',
      provides: ['course'],
      mock_result: { course: 'MBA' },
    });
    const page = await admin();
    const agent_id = await agentWith({
      opening_line: 'It is about {{course}}.',
      extraction_questions: ['Which {{course}} is it about?'],
      tool_ids: [id],
    });
    const post = async (body: object, path = '') =>
      (
        await page
          .post(`/test-conversations${path}`)
          .send({ agent_id, ...body })
          .expect(200)
      ).body as Json;
    expect((await post({}))['text']).toBe('It is about MBA.');
    expect((await post({ variables: { course: 'BBA' } }))['text']).toBe('It is about BBA.');
    let question = '';
    model.read = ({ messages }) => {
      question = messages[1]?.content ?? '';
      return 500;
    };
    await post({ turns: [{ speaker: 'contact', text: 'Hello.' }] }, '/outcome');
    expect(question).toContain('Which MBA is it about?');
  });

  it('rejects a callback that a call would reject', async () => {
    const page = await admin();
    const agent_id = await agentWith({ built_in_tools: ['schedule_callback'] });
    const turns = [
      { speaker: 'agent', text: 'Hello.' },
      { speaker: 'contact', text: 'Call me.' },
    ];
    const turn = async (at: string) => {
      using('schedule_callback', { at });
      return (await page.post('/test-conversations').send({ agent_id, turns }).expect(200)).body as Json;
    };
    const inAnHour = new Date(service.clock.nowMs() + 3_600_000).toISOString();
    expect((await turn(inAnHour))['tools'][0].result).toEqual({ scheduled_for: inAnHour, call_id: null });
    const past = await turn('2020-01-01T10:00');
    expect(past['tools'][0].result).toBeNull();
    expect(past['text']).toContain('5 minutes to 30 days ahead');
  });
});

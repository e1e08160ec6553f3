import { eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { type ChatAnswer, type ChatMessage, type ChatRequest, ChatServer } from '../harness/chat-server';
import { McpToolServer, textResult, tool as mcpTool } from '../harness/mcp-tool-server';
import { answerJson, ToolServer } from '../harness/tool-server';

type Json = Record<string, any>;

let model: ChatServer;
let server: ToolServer;
let service: TestApp;
let account: TestAccount;
let tool_ids: string[];

const http = () => service.http(account);

beforeAll(async () => {
  model = new ChatServer();
  server = new ToolServer();
  service = await TestApp.start({
    LLM_URL: await model.start(),
    LLM_API_KEY: 'sk-test',
    LLM_MODEL: 'a-model',
    SIMULATOR_SPEED: '200',
    TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
    TOOLS_ALLOW_HTTP: 'true',
  });
  account = await service.account({ lines: 20 });
  const url = await server.start();
  const parameters = { type: 'object', properties: { order: { type: 'string' } } };
  const make = async (name: string, effect: string) => {
    const body = {
      kind: 'http',
      name,
      description: `Does ${name}.`,
      url: `${url}/${name}`,
      effect,
      parameters,
    };
    return (await http().post('/tools').send(body).expect(201)).body.id as string;
  };
  tool_ids = [await make('find', 'read'), await make('book', 'write')];
});
afterAll(async () => {
  await service.stop();
  await model.stop();
  await server.stop();
});
beforeEach(() => {
  model.requests.length = 0;
  server.requests.length = 0;
  server.answer = answerJson({ status: 'done' });
  model.read = () => 500;
});

const finished = async (): Promise<Json> => {
  const agent_id = await makeAgent(service, account, {
    name: `Nia ${Math.random()}`,
    language: 'english',
    tool_ids,
  });
  const { body } = await http()
    .post('/calls')
    .send({ agent_id, phone_number: number('5678') })
    .expect(200);
  return eventually(async () => {
    const call = (await http().get(`/calls/${body.id}`).expect(200)).body as Json;
    expect(call['status']).toBe('completed');
    return call;
  }, 20_000);
};
const uses = async (call: Json) =>
  (await http().get(`/calls/${call['id']}/tools`).expect(200)).body.data as Json[];
const delta = (fields: object, sent: object) => ({ tool_calls: [{ ...fields, function: sent }] });
const lastRole = ({ messages }: ChatRequest) => messages.at(-1)?.role;
const wasUsed = ({ messages }: ChatRequest) => messages.some(({ role }) => role === 'tool');
/** Calls once, tells the result, and ends. */
const once =
  (calls: ChatAnswer) =>
  (request: ChatRequest): ChatAnswer => {
    if (!wasUsed(request)) return calls;
    return lastRole(request) === 'tool' ? 'It is done.' : 'Goodbye. [[HANG_UP]]';
  };

/** Each call of each request has one answer, at once after the calls. */
function expectAnswered(messages: readonly ChatMessage[]): void {
  const answers = messages.filter(({ role }) => role === 'tool').map(({ tool_call_id }) => tool_call_id);
  const ids = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
  expect(answers).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  messages.forEach(({ tool_calls = [] }, at) => {
    const next = messages.slice(at + 1, at + 1 + tool_calls.length);
    expect(next.map(({ tool_call_id }) => tool_call_id)).toEqual(tool_calls.map(({ id }) => id));
  });
}

test('a talk uses a function of an MCP server, as the last refresh found it', async () => {
  const mcp = new McpToolServer();
  mcp.tools = [mcpTool('find-slot'), mcpTool('wipe')];
  mcp.use = (name) => textResult(`${name} at five`);
  const body = { kind: 'mcp', name: 'clinic', url: await mcp.start(), allowed_tools: ['find-slot', 'later'] };
  const { id } = (await http().post('/tools').send(body).expect(201)).body as Json;
  await http().post(`/tools/${id}/refresh`).expect(200);
  mcp.tools = [mcpTool('find-slot', { description: 'Changed.' }), mcpTool('later')];
  const others = tool_ids;
  tool_ids = [id];
  model.talk = once({ deltas: [delta({}, { name: 'clinic__find_slot', arguments: '{"day":"Friday"}' })] });
  const call = await finished();
  expect(model.turns[0]?.tools).toEqual(['clinic__find_slot']);
  expect(mcp.calls).toHaveLength(1);
  const [use] = await uses(call);
  expect(use).toMatchObject({ name: 'clinic__find_slot', status: 'succeeded', result: 'find-slot at five' });
  expect(mcp.calls[0]?.['params']).toMatchObject({
    name: 'find-slot',
    arguments: { day: 'Friday' },
    _meta: { 'idempotency-key': use?.['id'] },
  });
  tool_ids = others;
  await mcp.stop();
});

describe('a model that misbehaves', () => {
  it.each<[string, readonly object[], readonly string[]]>([
    [
      'sends calls without id and index',
      [
        delta({}, { name: 'find', arguments: '{"order":"1"}' }),
        delta({}, { name: 'book', arguments: '{"order":"2"}' }),
      ],
      ['find 1', 'book 2'],
    ],
    [
      'sends arguments as objects',
      [
        delta({ index: 0, id: 'a' }, { name: 'find', arguments: { order: '1' } }),
        delta({ index: 1, id: 'b' }, { name: 'book', arguments: { order: '2' } }),
      ],
      ['find 1', 'book 2'],
    ],
    [
      'repeats index and id',
      [
        delta({ index: 0, id: 'a' }, { name: 'find', arguments: '{"order":"1"}' }),
        delta({ index: 0, id: 'a' }, { name: 'book', arguments: '{"order":"2"}' }),
      ],
      ['find 1', 'book 2'],
    ],
    [
      'calls the same write twice in one answer',
      [
        delta({ index: 0, id: 'a' }, { name: 'book', arguments: '{"order":"2"}' }),
        delta({ index: 1, id: 'b' }, { name: 'book', arguments: '{ "order": 2 }' }),
      ],
      ['book 2'],
    ],
  ])('and %s: each happens once, with one answer', async (_, deltas, sent) => {
    model.talk = once({ deltas });
    const call = await finished();
    const taken = server.requests.map(({ path, json }) => `${path.slice(1)} ${json['arguments'].order}`);
    expect(taken.toSorted()).toEqual([...sent].toSorted());
    expect(await uses(call)).toHaveLength(2);
    for (const { messages } of model.turns) expectAnswered(messages);
    expect(model.turns.some(wasUsed)).toBe(true);
  });

  it('sends arguments that cannot be read: the use is that of the tool, with its words', async () => {
    const speech = { waiting: null, failed: 'Not now.' };
    await http().patch(`/tools/${tool_ids[1]}`).send({ speech }).expect(200);
    model.talk = once({ deltas: [delta({}, { name: 'book', arguments: '{"order":' })] });
    expect(await uses(await finished())).toMatchObject([{ tool_id: tool_ids[1], status: 'invalid' }]);
    const results = model.turns.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'));
    expect(JSON.stringify(results[0]?.content)).toContain('Not now.');
  });

  it('gets one round for two answers at once', async () => {
    let count = 0;
    model.talk = (request) => {
      if (wasUsed(request)) return once('')(request);
      count += 1;
      const deltas = [delta({}, { name: 'book', arguments: `{"order":"${count}"}` })];
      return { deltas, afterMs: count === 1 ? 3_200 : 200 };
    };
    const call = await finished();
    expect(count).toBe(2);
    expect(server.requests).toHaveLength(1);
    expect(await uses(call)).toHaveLength(1);
    for (const { messages } of model.turns) expectAnswered(messages);
  }, 30_000);

  it('sends a write once in a talk, however often it is called', async () => {
    let rounds = 0;
    model.talk = (request) => {
      if (lastRole(request) !== 'tool') rounds += 1;
      if (rounds > 3) return 'Goodbye. [[HANG_UP]]';
      if (lastRole(request) === 'tool') return 'It is booked.';
      return { deltas: [delta({ index: 0 }, { name: 'book', arguments: '{"order":"7"}' })] };
    };
    const call = await finished();
    expect(server.requests).toHaveLength(1);
    const [first, ...others] = await uses(call);
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) {
      expect(other).toMatchObject({ status: 'succeeded', repeated_of: first?.['id'], attempts: 0 });
    }
    for (const { messages } of model.turns) expectAnswered(messages);
  });

  it('sends a write whose connection broke once more, by the same id, and then never', async () => {
    server.answer = (response) => void response.destroy();
    let rounds = 0;
    model.talk = (request) => {
      if (lastRole(request) === 'tool') rounds += 1;
      if (rounds > 2) return 'Goodbye. [[HANG_UP]]';
      return { deltas: [delta({ index: 0 }, { name: 'book', arguments: '{"order":"8"}' })] };
    };
    const call = await finished();
    expect(server.requests).toHaveLength(2);
    const keys = new Set(server.requests.map(({ headers }) => headers['idempotency-key']));
    const [first] = await uses(call);
    expect([...keys]).toEqual([first?.['id']]);
    expect(first).toMatchObject({ status: 'failed', attempts: 2 });
    for (const { messages } of model.turns) expectAnswered(messages);
  });

  it('is asked at once without tools when it refuses them, and the timeline says so', async () => {
    model.talk = ({ tools, messages }) => {
      if (tools.length > 0) return 400;
      return messages.length < 5 ? 'And what is your budget?' : 'Goodbye. [[HANG_UP]]';
    };
    const call = await finished();
    expect(call).not.toHaveProperty('status_reason');
    expect(model.turns.filter(({ tools }) => tools.length > 0)).toHaveLength(1);
    expect(server.requests).toEqual([]);
    const { data } = (await http().get(`/calls/${call['id']}/timeline`).expect(200)).body as { data: Json[] };
    expect(data.filter(({ message }) => /refuses tools/u.test(message as string))).toHaveLength(1);
    const ready = (await (await fetch(`${service.origin}/health/ready`)).json()) as Json;
    expect(ready['model']).toMatch(/tools/u);
  });
});

import type { ChatMessage } from '../harness/chat-server';
import { delta, lastRole, once, ToolTalkDriver, wasUsed } from '../harness/tool-talk-driver';

type Json = Record<string, any>;

const driver = new ToolTalkDriver();
const { model, server } = driver;

beforeAll(() => driver.start());
afterAll(() => driver.stop());
beforeEach(() => driver.reset());

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
  ])('runs each once with one result: %s', async (_, deltas, sent) => {
    model.talk = once({ deltas });
    const call = await driver.finished();
    const taken = server.requests.map(({ path, json }) => `${path.slice(1)} ${json['arguments'].order}`);
    expect(taken.toSorted()).toEqual([...sent].toSorted());
    expect(await driver.uses(call)).toHaveLength(2);
    for (const { messages } of model.turns) expectAnswered(messages);
    expect(model.turns.some(wasUsed)).toBe(true);
  });

  it('records unreadable arguments of a tool as its use, and speaks its failure', async () => {
    const speech = { waiting: null, failed: 'Not now.' };
    await driver.http().patch(`/tools/${driver.toolIds[1]}`).send({ speech }).expect(200);
    model.talk = once({ deltas: [delta({}, { name: 'book', arguments: '{"order":' })] });
    expect(await driver.uses(await driver.finished())).toMatchObject([
      { tool_id: driver.toolIds[1], status: 'invalid' },
    ]);
    const results = model.turns.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'));
    expect(JSON.stringify(results[0]?.content)).toContain('Not now.');
  });

  it('lists the uses in the order of the calls when there are more than allowed', async () => {
    const sent = ['1', '2', 'x', '4', '5'].map((order, index) =>
      delta({ index }, { name: index === 1 ? 'nothing' : 'find', arguments: JSON.stringify({ order }) }),
    );
    model.talk = once({ deltas: sent });
    const uses = await driver.uses(await driver.finished());
    expect(uses.map(({ arguments: { order }, status }) => `${order} ${status}`)).toEqual([
      '1 succeeded',
      '2 invalid',
      'x succeeded',
      '4 skipped',
      '5 skipped',
    ]);
  });

  it('gets one round for two responses at once', async () => {
    let count = 0;
    model.talk = (request) => {
      if (wasUsed(request)) return once('')(request);
      count += 1;
      const deltas = [delta({}, { name: 'book', arguments: `{"order":"${count}"}` })];
      return { deltas, afterMs: count === 1 ? 3_200 : 200 };
    };
    const call = await driver.finished();
    expect(count).toBe(2);
    expect(server.requests).toHaveLength(1);
    expect(await driver.uses(call)).toHaveLength(1);
    for (const { messages } of model.turns) expectAnswered(messages);
  });

  it('sends a write once in a talk, however often it is called', async () => {
    let rounds = 0;
    model.talk = (request) => {
      if (lastRole(request) !== 'tool') rounds += 1;
      if (rounds > 3) return 'Goodbye. [[HANG_UP]]';
      if (lastRole(request) === 'tool') return 'It is booked.';
      return { deltas: [delta({ index: 0 }, { name: 'book', arguments: '{"order":"7"}' })] };
    };
    const call = await driver.finished();
    expect(server.requests).toHaveLength(1);
    const [first, ...others] = await driver.uses(call);
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) {
      expect(other).toMatchObject({ status: 'succeeded', repeated_of: first?.['id'], attempts: 0 });
    }
    for (const { messages } of model.turns) expectAnswered(messages);
  });

  it('repeats a write whose connection broke once, by the same id', async () => {
    server.answer = (response) => void response.destroy();
    let rounds = 0;
    model.talk = (request) => {
      if (lastRole(request) === 'tool') rounds += 1;
      if (rounds > 2) return 'Goodbye. [[HANG_UP]]';
      return { deltas: [delta({ index: 0 }, { name: 'book', arguments: '{"order":"8"}' })] };
    };
    const call = await driver.finished();
    expect(server.requests).toHaveLength(2);
    const keys = new Set(server.requests.map(({ headers }) => headers['idempotency-key']));
    const [first] = await driver.uses(call);
    expect([...keys]).toEqual([first?.['id']]);
    expect(first).toMatchObject({ status: 'failed', attempts: 2 });
    for (const { messages } of model.turns) expectAnswered(messages);
  });

  it('is requested again without tools when it rejects them, with a line in the timeline', async () => {
    model.talk = ({ tools, messages }) => {
      if (tools.length > 0) return 400;
      return messages.length < 5 ? 'And what is your budget?' : 'Goodbye. [[HANG_UP]]';
    };
    const call = await driver.finished();
    expect(call).not.toHaveProperty('status_reason');
    expect(model.turns.filter(({ tools }) => tools.length > 0)).toHaveLength(1);
    expect(server.requests).toEqual([]);
    const { data } = (await driver.http().get(`/calls/${call['id']}/timeline`).expect(200)).body as {
      data: Json[];
    };
    expect(data.filter(({ message }) => /refuses tools/u.test(message as string))).toHaveLength(1);
    const ready = (await (await fetch(`${driver.service.origin}/health/ready`)).json()) as Json;
    expect(ready['model']).toMatch(/tools/u);
  });
});

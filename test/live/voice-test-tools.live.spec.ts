import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../harness/app';
import { makeAgent } from '../harness/builders';
import type { LivePage } from '../harness/live-page';
import { AGENT, LiveDriver } from '../harness/live-driver';
import { answerJson, ToolServer } from '../harness/tool-server';

type Json = Record<string, any>;

const driver = new LiveDriver({ TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' });
const server = new ToolServer();
let url: string;

beforeAll(async () => {
  url = await server.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  server.answer = answerJson({ status: 'shipped' });
});

const WAITING = 'One moment, I look it up.';
const ASKS = 'Where is my order?';
const makeTool = async (fields: object = {}): Promise<Json> => {
  const body = {
    kind: 'http',
    name: 'order_status',
    description: 'Reads an order.',
    url: `${url}/o`,
    speech: { waiting: WAITING, failed: 'I cannot see it now.' },
    offline: { phrases: ['my order'], say: 'Your order is {{result.status}}.' },
    ...fields,
  };
  return (await driver.service.http(driver.account).post('/tools').send(body).expect(201)).body as Json;
};

/** A talk with an agent of the tools, after its opening line. */
const talking = async (fields: object) => {
  const agent_id = await makeAgent(driver.service, driver.account, { ...AGENT, name: 'Nia', ...fields });
  const { id, page } = await driver.connected({ agent_id });
  page.begin();
  await page.until('turn');
  return { id, page, agent_id };
};
const says = (page: LivePage, words: string) =>
  page.until('turn', ({ speaker, text }) => speaker === 'agent' && (text as string).includes(words));
const ended = async (page: LivePage, id: string): Promise<Json> => {
  page.text({ type: 'hang_up' });
  await page.until('ended');
  return (await driver.ended(id, { status: 'ended', outcome_state: 'ready' })) as Json;
};
const usesOf = (id: string) =>
  driver.service.unitOfWork.rows<Json>('SELECT * FROM tool_invocations WHERE call_id = $1 ORDER BY ordinal', [
    id,
  ]);

test('uses a mock as in a test call: a waiting phrase, the result in the next turn, no request', async () => {
  const { id: toolId } = await makeTool({ mock_result: { status: 'packed' } });
  const { id, page } = await talking({ tool_ids: [toolId] });
  await driver.says(page, ASKS);
  await says(page, WAITING);
  await says(page, 'Your order is packed.');
  expect(driver.engines.said.map(({ input }) => input)).toEqual(expect.arrayContaining([WAITING]));
  const test = await ended(page, id);
  expect(server.requests).toEqual([]);
  const [use] = await usesOf(id);
  expect(use).toMatchObject({ status: 'succeeded', simulated: true, attempts: 0, phase: 'during' });
  expect(test['outcome'].tools).toEqual([
    {
      id: use?.['id'],
      name: 'order_status',
      status: 'succeeded',
      arguments: {},
      result: { status: 'packed' },
      start_ms: use?.['start_ms'],
      end_ms: Number(use?.['start_ms']) + 300,
    },
  ]);
  const withUses = (turns: Json[]) => turns.filter(({ tool_invocations: uses }) => uses !== undefined);
  for (const turns of [test['transcript'] as Json[], test['outcome'].transcript as Json[]]) {
    expect(withUses(turns)).toMatchObject([{ speaker: 'agent', tool_invocations: [use?.['id']] }]);
    expect(withUses(turns)[0]?.['text']).toContain('Your order is packed.');
  }
});

test('sends a signed request of a test while the agent speaks the waiting phrase', async () => {
  server.answer = (response, request) =>
    void setTimeout(() => answerJson({ status: 'shipped' })(response, request), 1_500);
  const fixed_arguments = { test: '{{call_id}}' };
  const { id: toolId, secret } = await makeTool({ in_tests: 'send', effect: 'read', fixed_arguments });
  const { id, page, agent_id } = await talking({ tool_ids: [toolId] });
  await driver.says(page, ASKS);
  await says(page, WAITING);
  await says(page, 'Your order is shipped.');
  const test = await ended(page, id);
  const [request, ...others] = server.requests;
  expect(others).toEqual([]);
  expect(request?.json).toMatchObject({ arguments: { test: id }, attempt: 1 });
  expect(request?.json['call']).toMatchObject({
    id,
    agent_id,
    test: true,
    direction: 'inbound',
    phone_number: null,
  });
  const headers = request?.headers as Record<string, string>;
  expect(() => new Webhook(secret as string).verify(request?.body ?? '', headers)).not.toThrow();
  const [use] = await usesOf(id);
  expect(use).toMatchObject({ status: 'succeeded', simulated: false, attempts: 1, arguments: {} });
  expect(use?.['end_ms'] - use?.['start_ms']).toBeGreaterThanOrEqual(1_500);
  expect(test['outcome'].tools).toMatchObject([{ id: use?.['id'], result: { status: 'shipped' } }]);
});

test('speaks the phrase of a failure, skips a disabled tool, and queues no callback', async () => {
  server.answer = answerJson({}, 500);
  const { id: toolId } = await makeTool({ in_tests: 'send' });
  const built_in_tools = ['schedule_callback'];
  const { id, page } = await talking({ tool_ids: [toolId], built_in_tools });
  await driver.says(page, ASKS);
  await says(page, 'I cannot see it now.');
  await driver.service.http(driver.account).patch(`/tools/${toolId}`).send({ enabled: false }).expect(200);
  await driver.says(page, 'I mean my order.');
  await eventually(async () => expect(await usesOf(id)).toHaveLength(2));
  await driver.says(page, 'Please call me back tomorrow at 5 pm.');
  await eventually(async () => expect(await usesOf(id)).toHaveLength(3));
  page.text({ type: 'hang_up' });
  await page.until('ended');
  expect(await usesOf(id)).toMatchObject([
    { status: 'failed', error: { code: 'refused_status', statusCode: 500 } },
    { status: 'skipped', error: { code: 'tool_off' } },
    { name: 'schedule_callback', status: 'succeeded', simulated: true, result: { call_id: null } },
  ]);
  expect((await driver.service.http(driver.account).get('/calls').expect(200)).body.data).toEqual([]);
});

test('cancels a read at the hang-up, and awaits and stores a write that was sent', async () => {
  const open: ServerResponse[] = [];
  server.answer = (response) => void open.push(response);
  for (const effect of ['read', 'write']) {
    const { id: toolId } = await makeTool({ name: `order_${effect}`, in_tests: 'send', effect });
    const { id, page } = await talking({ name: effect, tool_ids: [toolId] });
    await driver.says(page, ASKS);
    await says(page, WAITING);
    page.text({ type: 'hang_up' });
    await page.until('ended');
    if (effect === 'write') {
      expect(await usesOf(id)).toMatchObject([{ status: 'running' }]);
      answerJson({ status: 'booked' })(open.at(-1)!, server.requests[0]!);
    }
    const expected =
      effect === 'read' ? { status: 'skipped', error: { code: 'talk_over' } } : { status: 'succeeded' };
    await eventually(async () => expect(await usesOf(id)).toMatchObject([{ ...expected, attempts: 1 }]));
  }
  expect(server.requests).toHaveLength(2);
});

test('leaves no use of a tool of a test that is deleted while it runs', async () => {
  const { id: toolId } = await makeTool({ mock_result: { status: 'packed' } });
  const { id, page } = await talking({ tool_ids: [toolId] });
  await driver.says(page, ASKS);
  await says(page, 'Your order is packed.');
  await driver.http.delete(`/voice-tests/${id}`).expect(200);
  await page.until('ended');
  expect(await usesOf(id)).toEqual([]);
});

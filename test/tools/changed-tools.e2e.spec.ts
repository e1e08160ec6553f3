import { delta, once, ToolTalkDriver } from '../harness/tool-talk-driver';
import { McpToolServer, textResult, tool as mcpTool } from '../harness/mcp-tool-server';
import { answerJson } from '../harness/tool-server';

type Json = Record<string, any>;

const driver = new ToolTalkDriver();
const { model, server } = driver;

beforeAll(() => driver.start());
afterAll(() => driver.stop());
beforeEach(() => driver.reset());

test('uses a function of an MCP server as the last refresh found it', async () => {
  const mcp = new McpToolServer();
  mcp.tools = [mcpTool('find-slot'), mcpTool('wipe')];
  mcp.use = (name) => textResult(`${name} at five`);
  const body = { kind: 'mcp', name: 'clinic', url: await mcp.start(), allowed_tools: ['find-slot', 'later'] };
  const { id } = (await driver.http().post('/tools').send(body).expect(201)).body as Json;
  await driver.http().post(`/tools/${id}/refresh`).expect(200);
  mcp.tools = [mcpTool('find-slot', { description: 'Changed.' }), mcpTool('later')];
  model.talk = once({ deltas: [delta({}, { name: 'clinic__find_slot', arguments: '{"day":"Friday"}' })] });
  const call = await driver.finished([id]);
  expect(model.turns[0]?.tools).toEqual(['clinic__find_slot']);
  expect(mcp.calls).toHaveLength(1);
  const [use] = await driver.uses(call);
  expect(use).toMatchObject({ name: 'clinic__find_slot', status: 'succeeded', result: 'find-slot at five' });
  expect(mcp.calls[0]?.['params']).toMatchObject({
    name: 'find-slot',
    arguments: { day: 'Friday' },
    _meta: { 'idempotency-key': use?.['id'] },
  });
  await mcp.stop();
});

it.each(['find', 'book'])('uses a tool as it is after a change during the talk: %s', async (name) => {
  const id = driver.toolIds[name === 'find' ? 0 : 1];
  const url = ((await driver.http().get(`/tools/${id}`).expect(200)).body as Json)['url'] as string;
  const changes = [{ url: `${url}-now` }, { enabled: false }];
  server.answer = (response, request) => {
    void driver
      .http()
      .patch(`/tools/${id}`)
      .send(changes.shift() ?? {})
      .expect(200)
      .then(() => answerJson({ status: 'done' })(response, request));
  };
  let order = 0;
  model.talk = ({ messages }) => {
    if (messages.at(-1)?.role === 'tool') return 'It is done.';
    order += 1;
    if (order > 3) return 'Goodbye. [[HANG_UP]]';
    return { deltas: [delta({}, { name, arguments: `{"order":"${order}"}` })] };
  };
  const call = await driver.finished();
  expect(server.requests.map(({ path }) => path)).toEqual([`/${name}`, `/${name}-now`]);
  expect(await driver.uses(call)).toMatchObject([
    { status: 'succeeded', arguments: { order: '1' } },
    { status: 'succeeded', arguments: { order: '2' } },
    { status: 'skipped', error: { code: 'tool_off' } },
  ]);
  await driver.http().patch(`/tools/${id}`).send({ url, enabled: true }).expect(200);
});

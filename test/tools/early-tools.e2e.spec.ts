import { eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { answerJson, ToolServer } from '../harness/tool-server';

let server: ToolServer;
let service: TestApp;
let account: TestAccount;
let ids: readonly string[];

beforeAll(async () => {
  server = new ToolServer();
  const url = await server.start();
  service = await TestApp.start({ TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' });
  account = await service.account();
  const made = ['slow', 'quick'].map(async (name) => {
    const before = { when: 'before', effect: 'read', in_tests: 'send', provides: ['city', name] };
    const body = {
      kind: 'http',
      name,
      description: 'Reads.',
      url: `${url}/${name}`,
      method: 'GET',
      ...before,
    };
    return (await service.http(account).post('/tools').send(body).expect(201)).body.id as string;
  });
  ids = await Promise.all(made);
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

describe('a tool before the talk that times out', () => {
  it('leaves the placeholders of the others filled', async () => {
    server.answer = (response, request) => {
      if (request.path === '/quick') answerJson({ city: 'Pune', quick: 7 })(response, request);
    };
    const opening_line = 'Hello {{city}}, {{quick}}{{slow}}.';
    const agent_id = await makeAgent(service, account, { tool_ids: ids, opening_line });
    const call = { agent_id, phone_number: number('0001'), test: true };
    const { id } = await service.api(account).post('/calls', call);
    const { outcome } = await eventually(async () => {
      const { body } = await service.http(account).get(`/calls/${id}`).expect(200);
      expect(body.outcome).not.toBeNull();
      return body as { outcome: { transcript: { speaker: string; text: string }[] } };
    });
    expect(outcome.transcript.find(({ speaker }) => speaker === 'agent')?.text).toBe('Hello Pune, 7.');
  });

  it('is canceled with the end of the talk', async () => {
    server.requests.length = 0;
    server.answer = () => undefined;
    const agent_id = await makeAgent(service, account, { name: 'Late', tool_ids: ids });
    const call = { agent_id, phone_number: number('0001'), test: true };
    const { id } = await service.api(account).post('/calls', call);
    await eventually(async () => {
      const { body } = await service.http(account).get(`/calls/${id}/tools`).expect(200);
      const skipped = { phase: 'before', status: 'skipped', result: null, error: { code: 'talk_over' } };
      expect(body.data).toMatchObject([skipped, skipped]);
    }, 5_000);
    expect(server.requests.map(({ path }) => path).toSorted()).toEqual(['/quick', '/slow']);
  });
});

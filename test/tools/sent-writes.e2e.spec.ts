import type { ServerResponse } from 'node:http';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { answerJson, ToolServer } from '../harness/tool-server';

const OFFLINE = { phrases: ['mera order', 'मेरा ऑर्डर'], say: 'Aapka order {{result.status}} hai.' };

const ENVIRONMENT = {
  SECRET_KEY: '9'.repeat(64),
  PUBLIC_URL: 'http://127.0.0.1:1',
  TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
  TOOLS_ALLOW_HTTP: 'true',
  DRAIN_SECONDS: '0',
};

test('waits for a write after its talk when the process stops, and stores its result', async () => {
  const databaseUrl = await createDatabase();
  const server = new ToolServer();
  const url = await server.start();
  const environment = { ...ENVIRONMENT, DATABASE_URL: databaseUrl };
  const api = await TestApp.start({ ...environment, ROLE: 'api' }, databaseUrl);
  try {
    const account = await api.account();
    const http = api.http(account);
    const tool = {
      kind: 'http',
      name: 'order_status',
      description: 'Reads an order.',
      url,
      offline: OFFLINE,
    };
    const { id } = (await http.post('/tools').send(tool).expect(201)).body as { id: string };
    const agent_id = await makeAgent(api, account, { language: 'hinglish', tool_ids: [id] });
    const open: ServerResponse[] = [];
    server.answer = (response) => open.push(response);
    const worker = await TestApp.start({ ...environment, ROLE: 'worker' }, databaseUrl);
    const call = await http.post('/calls').send({ agent_id, phone_number: number('0016') });
    const callId = (call.body as { id: string }).id;
    await eventually(() => {
      expect(open).toHaveLength(1);
      return Promise.resolve();
    });
    const stopped = worker.stop();
    await eventually(async () => {
      expect((await http.get(`/calls/${callId}`)).body).toMatchObject({ status: 'completed' });
    });
    // Without the wait the process would have stopped by then.
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 1_500))]);
    for (const response of open) answerJson({ status: 'shipped' })(response, server.requests[0]!);
    await stopped;
    expect((await http.get(`/calls/${callId}/tools`)).body).toMatchObject({
      data: [{ name: 'order_status', status: 'succeeded', result: { status: 'shipped' } }],
    });
  } finally {
    await api.stop();
    await server.stop();
    await dropDatabase(databaseUrl);
  }
});

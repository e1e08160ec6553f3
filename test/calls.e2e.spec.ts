import { AgentRepository } from '../src/agents/infrastructure/agent.repository';
import { Agent } from '../src/agents/domain/agent';
import { newId } from '../src/platform/ids';
import { eventually, TestApp, type TestAccount } from './harness/app';

let service: TestApp;
let account: TestAccount;
let agentId: string;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
  agentId = newId('agent');
  const agent = Agent.create(
    {
      name: 'Asha',
      openingLine: 'Namaste {{contact_name}}',
      systemPrompt: 'Ask.',
      extractionQuestions: ['Budget kitna hai?'],
    },
    {
      id: agentId,
      accountId: account.id,
      known: { bookingPages: new Set(), whatsappTemplates: new Map() } as never,
      now: new Date(),
    },
  );
  await service.app.get(AgentRepository, { strict: false }).insert(agent.state);
});
afterAll(() => service.stop());

test('a call is queued, dialed, talked through and given an outcome', async () => {
  const { body, status } = await service
    .http(account)
    .post('/calls')
    .send({ agent_id: agentId, phone_number: '+91 98765 40001', contact: { name: 'Rohan' } });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { object: 'call', phone_number: '+919876540001' },
  });
  const final = await eventually(async () => {
    const read = await service.http(account).get(`/calls/${body.id}`);
    expect(read.body.outcome).not.toBeNull();
    return read.body;
  });
  console.log(JSON.stringify(final, null, 1));
  console.log(JSON.stringify((await service.http(account).get(`/calls/${body.id}/timeline`)).body, null, 1));
  console.log(JSON.stringify((await service.http(account).get(`/credits`)).body, null, 1));
});

import { type TestAccount, TestApp } from '../harness/app';

const REQUIRED = { name: 'Asha', opening_line: 'Namaste {{name}}', system_prompt: 'Sell {{course}}.' };
const FULL_ONLY = ['system_prompt', 'handoff_numbers', 'send_rules', 'booking_page_id'];

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
});

const http = () => service.http(account);
const create = async () => (await http().post('/agents').send(REQUIRED)).body;

describe('agents for keys without scopes', () => {
  it('have a summary without agents:manage, whose fields are left out, not null', async () => {
    const agent = await create();
    const reader = service.http({ key: await service.key(account.id, ['calls:read']) });
    const { status, body, headers } = await reader.get(`/agents/${agent.id}`);
    expect(status).toBe(200);
    const left = [...FULL_ONLY, 'warnings', 'idempotent_replay'];
    const summary = Object.fromEntries(Object.entries(agent).filter(([field]) => !left.includes(field)));
    expect(body).toEqual({ ...summary, configuration: 'summary' });
    expect(headers['etag']).toBe(`"${agent.updated_at}"`);
    const manager = service.http({ key: await service.key(account.id, ['agents:manage']) });
    expect((await manager.get(`/agents/${agent.id}`)).body.configuration).toBe('full');
  });

  it.each([
    ['get', '/agents', ['calls:read']],
    ['get', '/agents/agent_no', ['calls:read', 'agents:manage']],
    ['get', '/voices', ['calls:read', 'agents:manage']],
    ['get', '/settings/default-agent', ['calls:read', 'agents:manage']],
    ['post', '/agents', ['agents:manage']],
    ['patch', '/agents/agent_no', ['agents:manage']],
    ['post', '/agents/agent_no/disable', ['agents:manage']],
    ['put', '/settings/default-agent', ['agents:manage']],
  ] as const)('%s %s', async (method, path, enough) => {
    for (const scope of ['calls:read', 'calls:write', 'agents:manage', 'webhooks:manage'] as const) {
      const { status } = await service.http({ key: await service.key(account.id, [scope]) })[method](path);
      expect([scope, status === 403]).toEqual([scope, !(enough as readonly string[]).includes(scope)]);
    }
  });
});

import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account({ timezone: 'Asia/Kolkata', countries: ['IN'], lines: 50 });
  admin = await tests.person(account.id, ['STAFF']);
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

const later = () => new Date(service.clock.nowMs() + 86_400_000).toISOString();
const http = () => tests.http(admin.headers);
const get = async (path: string) => (await http().get(path).expect(200)).body;

describe('GET estimate', () => {
  const ask = (query: string) => get(`/estimate?agent_id=${agent_id}&${query}`);

  it('reports cost, finish and waits of all calls together', async () => {
    const one = await ask('calls=1');
    const many = await ask('calls=10000');
    expect(many.estimated_credits).toBeCloseTo(one.estimated_credits * 10_000, 0);
    expect(Date.parse(many.estimated_finish_at)).toBeGreaterThan(Date.parse(one.estimated_finish_at));
    const unpaid = { reason: 'insufficient_credits', until: null, count: expect.any(Number) };
    expect(many.held).toContainEqual(unpaid);
    expect(await ask('calls=10000&test=true')).toMatchObject({ estimated_credits: 0, held: [] });
    const at = later();
    expect((await ask(`calls=3&scheduled_for=${at}`)).held).toEqual([
      { reason: 'scheduled', until: at, count: 3 },
    ]);
  });

  it('delays calls over the daily limit until the next day', async () => {
    const small = await service.account({ dailyLimit: 10, timezone: 'UTC', credits: '100000' });
    const staff = await tests.person(small.id, ['STAFF']);
    const agent = await makeAgent(service, small);
    const { body } = await tests.http(staff.headers).get(`/estimate?agent_id=${agent}&calls=25`).expect(200);
    expect(body.held).toEqual([
      { reason: 'daily_account_limit', until: expect.stringMatching(/T00:00:00/), count: 15 },
    ]);
  });

  it.each(['calls=-1', 'calls=10001', 'calls=x', '', 'calls=1&scheduled_for=soon'])(
    'refuses %j',
    async (query) => {
      await http().get(`/estimate?agent_id=${agent_id}&${query}`).expect(400);
    },
  );

  it('rejects an agent that may not call', async () => {
    const inbound = await makeAgent(service, account, { name: 'Inbound', direction: 'inbound' });
    await http().get(`/estimate?agent_id=${inbound}&calls=1`).expect(409);
    await http().get('/estimate?agent_id=agent_none&calls=1').expect(404);
  });
});

import { eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { ConsoleTests, type SignedInPerson } from '../harness/console';

const DAY_MS = 86_400_000;

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
let asha: string;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account({ timezone: 'UTC', lines: 3, credits: '1000' });
  admin = await tests.person(account.id, ['ADMIN']);
  asha = await makeAgent(service, account, { name: 'Asha' });
});
afterAll(() => service.stop());

const insights = async (query = '') => {
  service.clock.advance(5_001);
  return (await tests.http(admin.headers).get(`/insights${query}`).expect(200)).body;
};
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test('compares agents, outcomes and hours with their cost, and counts tests apart', async () => {
  expect(await insights()).toMatchObject({
    previous: { connected: 0, not_connected: 0, connect_rate: null, talk_minutes: 0 },
    agents: [],
    outcomes: [],
    test_calls: 0,
  });
  const calls = new CallTests(service, account, asha);
  const other = await makeAgent(service, account, { name: 'Other' });
  const make = async (ending: string, rest: object = {}) => {
    const { id } = await service.api(account).post('/calls', { phone_number: number(ending), ...rest });
    return calls.final(id);
  };
  await make('0001');
  await make('0002');
  await make('0001', { agent_id: other });
  await make('0001', { test: true });
  const figures = await eventually(async () => {
    const now = await insights();
    expect(now.outcomes).toEqual([{ disposition: 'Interested', count: 2, credits: expect.any(Number) }]);
    return now;
  });
  expect(figures.test_calls).toBe(1);
  const [first, second] = figures.agents;
  expect(first).toMatchObject({ agent: { id: asha, name: 'Asha' }, connected: 1, not_connected: 1 });
  expect(second).toMatchObject({ agent: { id: other, name: 'Other' }, connected: 1, not_connected: 0 });
  expect(figures.hours).toHaveLength(24);
  const { data } = await service.api(account).get('/credits/transactions');
  const charged = data
    .filter(({ type }: { type: string }) => type === 'ai_call')
    .reduce((sum: number, { amount }: { amount: number }) => sum - amount, 0);
  expect(charged).toBeGreaterThan(0);
  expect(Number(first.credits) + Number(second.credits)).toBeCloseTo(charged, 4);
  expect(figures.outcomes[0].credits).toBeCloseTo(charged, 4);
  expect((await insights(`?agent_id=${other}`)).agents).toEqual([second]);
});

test('compares with as many previous days, and with the same part of a day in progress', async () => {
  const began = service.clock.nowMs();
  const tomorrow = dayOf(began + DAY_MS);
  service.clock.advance(DAY_MS - 60_000);
  // A minute earlier in the day than the calls ended.
  const early = await insights(`?from=${tomorrow}&to=${tomorrow}`);
  expect(early).toMatchObject({ agents: [], test_calls: 0 });
  service.clock.advance(120_000);
  const later = await insights(`?from=${dayOf(service.clock.nowMs())}`);
  expect(later.previous).toMatchObject({ connected: 2, not_connected: 1 });
  expect(later.previous.connect_rate).toBeCloseTo(2 / 3, 6);
  expect(later.previous.talk_minutes).toBeGreaterThan(0);
  await tests.http(admin.headers).get(`/insights?from=${tomorrow}&to=2026-01-01`).expect(400);
});

test('excludes the counsellor of the demo from the team', async () => {
  const demo = await service.account({ timezone: 'UTC' });
  const first = await tests.person(demo.id, ['ADMIN']);
  await tests.member(demo.id, ['COUNSELLOR'], 'meera.demo@example.com');
  const steps = async () => {
    service.clock.advance(5_001);
    return (await tests.http(first.headers).get('/home').expect(200)).body.steps;
  };
  expect(await steps()).toMatchObject({ team: false });
  await tests.member(demo.id, ['COUNSELLOR']);
  expect(await steps()).toMatchObject({ team: true });
});

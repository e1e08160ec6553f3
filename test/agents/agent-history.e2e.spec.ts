import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account();
  admin = await tests.person(account.id, ['ADMIN']);
});
afterAll(() => service.stop());

test('stores a version of an agent for each save, with its changes', async () => {
  const id = await makeAgent(service, account, { name: 'Asha', system_prompt: 'First script.' });
  service.clock.advance(1_000);
  const change = { system_prompt: 'Second script.', patience: 'patient' };
  await service.api(account).patch(`/agents/${id}`, change);
  const http = tests.http(admin.headers);
  const { body } = await http.get(`/agents/${id}/versions`).expect(200);
  const [newest, first] = body.data;
  expect(body.data).toHaveLength(2);
  expect(newest).toMatchObject({ object: 'agent_version', changed: ['system_prompt', 'patience'] });
  expect(first).toMatchObject({ changed: [] });
  const read = async (savedAt: string) =>
    (await http.get(`/agents/${id}/versions/${savedAt}`).expect(200)).body;
  expect(await read(first.saved_at)).toMatchObject({
    id,
    system_prompt: 'First script.',
    patience: 'normal',
  });
  expect(await read(newest.saved_at)).toMatchObject({ system_prompt: 'Second script.', is_default: true });
  for (const savedAt of ['2020-01-01T00:00:00.000Z', 'yesterday'])
    await http.get(`/agents/${id}/versions/${savedAt}`).expect(404);
});

test('returns versions of own agents alone, to those who manage agents', async () => {
  const id = await makeAgent(service, account, { name: 'Mine' });
  const other = await service.account();
  const stranger = await tests.person(other.id, ['ADMIN']);
  await tests.http(stranger.headers).get(`/agents/${id}/versions`).expect(404);
  const staff = await tests.person(account.id, ['STAFF']);
  await tests.http(staff.headers).get(`/agents/${id}/versions`).expect(403);
});

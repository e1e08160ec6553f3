import { TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
});
afterAll(() => service.stop());

/** A voice test that another process hosts. @returns its id */
async function talkingIn(accountId: string, loginId: string): Promise<string> {
  const id = `vtest_${accountId.slice(5)}`;
  await service.unitOfWork.affected(
    `INSERT INTO voice_tests (id, account_id, login_id, login_name, agent_name, tts_model, voice, status, created_at,
       max_seconds, turns, outcome_state, recording, host, heartbeat_at)
     VALUES ($1, $2, $3, 'Nia', 'Asha', 'openai', 'alloy', 'talking', $4, 60, '[]', 'none', 'none', 'med_other', $4)`,
    [id, accountId, loginId, service.clock.now()],
  );
  return id;
}

test('names the other account in which a voice test runs, where it may be ended', async () => {
  const account = await service.account();
  const admin = await tests.person(account.id, ['ADMIN']);
  const agent_id = await makeAgent(service, account, {
    language: 'english',
    tts_model: 'openai',
    voice: 'alloy',
  });
  const other = await service.account();
  const there = await tests.person(other.id, ['STAFF'], admin.email);
  const id = await talkingIn(other.id, there.loginId);
  const of = (accountId: string) => ({ ...admin.headers, 'X-Account': accountId });
  const here = of(account.id);
  const { body } = await tests.http(here).post('/voice-tests').send({ agent_id }).expect(409);
  const { message, details } = body.error;
  expect(details).toEqual({ voice_test_id: id, account_id: other.id });
  const { name } = await tests.accounts().get(other.id);
  expect(message).toContain(`in the account ${name}: end it there first`);
  await tests.http(here).post(`/voice-tests/${id}/hang-up`).expect(404);
  await tests.http(of(other.id)).post(`/voice-tests/${id}/hang-up`).expect(200);
});

test('deletes a voice test once, however many requests come at once', async () => {
  const account = await service.account();
  const admin = await tests.person(account.id, ['ADMIN']);
  const id = await talkingIn(account.id, admin.loginId);
  const requests = [1, 2].map(() => tests.http(admin.headers).delete(`/voice-tests/${id}`));
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 404]);
});

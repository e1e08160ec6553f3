import { TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests } from '../harness/console';

let service: TestApp;
beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

test('names the other account in which a voice test runs, where it may be ended', async () => {
  const tests = new ConsoleTests(service);
  const account = await service.account();
  const admin = await tests.person(account.id, ['ADMIN']);
  const agent_id = await makeAgent(service, account, {
    language: 'english',
    tts_model: 'openai',
    voice: 'alloy',
  });
  const other = await service.account();
  const there = await tests.person(other.id, ['STAFF'], admin.email);
  await service.unitOfWork.affected(
    `INSERT INTO voice_tests (id, account_id, login_id, login_name, agent_name, tts_model, voice, status, created_at,
       max_seconds, turns, outcome_state, recording, host, heartbeat_at)
     VALUES ($1, $2, $3, 'Nia', 'Asha', 'openai', 'alloy', 'talking', $4, 60, '[]', 'none', 'none', 'med_other', $4)`,
    [`vtest_${other.id.slice(5)}`, other.id, there.loginId, service.clock.now()],
  );
  const of = (id: string) => ({ ...admin.headers, 'X-Account': id });
  const here = of(account.id);
  const { body } = await tests.http(here).post('/voice-tests').send({ agent_id }).expect(409);
  const { message, details } = body.error;
  expect(details).toEqual({ voice_test_id: `vtest_${other.id.slice(5)}`, account_id: other.id });
  const { name } = await tests.accounts().get(other.id);
  expect(message).toContain(`in the account ${name}: end it there first`);
  await tests.http(here).post(`/voice-tests/${details.voice_test_id}/hang-up`).expect(404);
  await tests.http(of(other.id)).post(`/voice-tests/${details.voice_test_id}/hang-up`).expect(200);
});

import { TestApp, type TestAccount } from '../harness/app';
import { ListeningRepository } from '../../src/live/infrastructure/listening.repository';
import { VoiceTestRepository } from '../../src/live/infrastructure/voice-test.repository';

const AT = new Date('2026-11-20T09:00:00.000Z');
const later = (seconds: number) => new Date(+AT + 1_000 * seconds);

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
});
afterAll(() => service.stop());

test('ends no listening of another host that still has it, and extends no ended one', async () => {
  const rows = service.app.get(ListeningRepository, { strict: false });
  const row = {
    accountId: account.id,
    subjectKind: 'call' as const,
    callId: 'call_1',
    loginId: 'login_1',
    loginName: 'Nia',
    loginEmail: 'nia@example.com',
    address: null,
    host: 'med_other',
    beganAt: AT,
  };
  for (const id of ['lsn_1', 'lsn_2']) await rows.insert({ ...row, id });
  expect(await rows.beat(['lsn_1', 'lsn_3'], later(20))).toEqual(new Set(['lsn_1']));
  expect(await rows.silent(later(14))).toEqual(['lsn_2']);
  expect(await rows.remove('lsn_1', later(14))).toBeNull();
  expect(await rows.remove('lsn_2', later(14))).toMatchObject({ id: 'lsn_2', heartbeatAt: AT });
  expect(await rows.remove('lsn_1', null)).toMatchObject({ id: 'lsn_1' });
});

test('extends waiting tests and the talks of the host by its heartbeat', async () => {
  const tests = service.app.get(VoiceTestRepository, { strict: false });
  await service.unitOfWork.affected(
    `INSERT INTO voice_tests (id, account_id, login_id, login_name, agent_name, tts_model, voice, status, created_at,
       max_seconds, turns, outcome_state, recording, host, heartbeat_at)
     SELECT id, $1, 'login_1', 'Nia', 'Asha', 'openai', 'alloy', status, $2, 60, '[]', 'pending', 'none', 'med_other', $2
     FROM (VALUES ('vtest_waits', 'waiting'), ('vtest_runs', 'talking'), ('vtest_lost', 'talking')) AS t (id, status)`,
    [account.id, AT],
  );
  await tests.beat('med_other', ['vtest_runs'], later(20));
  expect(await tests.silent(later(14))).toEqual(['vtest_lost']);
});

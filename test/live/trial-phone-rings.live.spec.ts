import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Accounts } from '../../src/accounts';
import { changes } from '../../src/cli/account-change';
import { Operations } from '../../src/cli/operations';
import { makeAgent } from '../harness/builders';
import { eventually } from '../harness/app';
import { AGENT, LiveDriver } from '../harness/live-driver';
import { reaches, sipTrunk } from '../harness/sip-accounts';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { writeTones } from '../phone/harness/sounds';

const HOST = '127.0.0.1';
const driver = new LiveDriver();
const folder = mkdtempSync(join(tmpdir(), 'aics-rings-'));
const speaks = join(folder, 'speaks.wav');
writeTones(speaks, 500, 900);

afterEach(hangUpAll);
afterAll(() => rmSync(folder, { recursive: true }));

/** A softphone that registers as the account's trial phone. */
async function registered(...words: string[]): Promise<Softphone> {
  await driver.service.app.get(Accounts, { strict: false }).set(driver.account.id, { trialPhone: true });
  const { username, password, port } = (await driver.http.post('/trial-phone').expect(200)).body;
  const phone = new Softphone(
    ...['--json', '--listen', `${HOST}:0`, '--register', `sip:${username}@${HOST}:${port}`],
    ...['--username', username, '--password', password, ...words],
  );
  await phone.until('registered');
  await eventually(async () => {
    expect((await driver.http.get('/trial-phone').expect(200)).body.state).toBe('registered');
  });
  return phone;
}

const ring = (agent_id: string) => driver.http.post('/trial-phone/ring').send({ agent_id });

test('returns 409 with the waiting call for a second ring', async () => {
  await registered();
  await driver.service.unitOfWork.rows(
    `INSERT INTO calls (id, account_id, agent_id, phone_number, variables, metadata, test, status, created_at, queued_from,
       due_at, attempt, credits_limit_talk, analysis_attempts, may_retry)
     VALUES ('call_waits', $1, $2, 'softphone', '{}', '{}', true, 'queued', now(), now(), now() + interval '1 year', 0, false, 0, false)`,
    [driver.account.id, driver.agentId],
  );
  const { body } = await ring(driver.agentId).expect(409);
  expect(body.error).toMatchObject({ code: 'call_already_queued', details: { call_id: 'call_waits' } });
});

test('does not transfer a contact who requests a person', async () => {
  const person = await Softphone.listening(HOST);
  const trunk = await sipTrunk(driver.service, person.address);
  const sip = changes({ carrier: 'sip', trunks: [trunk] });
  await new Operations(driver.service.app).setAccount(driver.account.id, sip);
  const agentId = await makeAgent(driver.service, driver.account, {
    ...AGENT,
    name: 'Priya',
    handoff_numbers: ['+919811122233'],
  });
  driver.engines.words.push('I want to talk to a person, please transfer me.', 'No, thank you. Bye.');
  await registered('--answer-after', '0.1', '--say', speaks, '--say', speaks);
  const { body: call } = await ring(agentId).expect(200);
  expect(await reaches(driver.service, driver.account, call.id, 'completed', 40_000)).toMatchObject({
    ended_by: 'agent',
  });
  const { data } = await driver.service.api(driver.account).get(`/calls/${call.id}/timeline`);
  expect(data.filter(({ type }) => type === 'transfer').map(({ message }) => message)).toEqual([
    'A call with the trial phone is not transferred.',
    'Nobody took the call.',
  ]);
  expect(person.stdout).not.toContain('INVITE');
});

test('rings no phone that registers after the process of the ring died', async () => {
  await driver.service.unitOfWork.rows(
    `INSERT INTO calls (id, account_id, agent_id, phone_number, variables, metadata, test, status, created_at, queued_from,
       due_at, attempt, credits_limit_talk, analysis_attempts, may_retry)
     VALUES ('call_late', $1, $2, 'softphone', '{}', '{}', true, 'queued', now() - interval '1 hour',
       now() - interval '1 hour', now() + interval '1 year', 0, false, 0, false)`,
    [driver.account.id, driver.agentId],
  );
  const phone = await registered();
  expect(await reaches(driver.service, driver.account, 'call_late', 'failed')).toMatchObject({
    status_reason: 'No softphone is registered.',
  });
  expect(phone.stdout).not.toContain('INVITE');
});

import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { command, withDatabaseOf } from '../harness/commands';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { HumanCallTests } from '../harness/human-calls';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
});
beforeEach(async () => {
  account = await service.account();
  admin = await tests.person(account.id, ['ADMIN']);
});
afterAll(() => service.stop());

const set = (settings: object) =>
  withDatabaseOf(service, (ops) =>
    ops.setAccount(account.id, { settings, rates: null, trunks: undefined, retry: null }),
  );
const unlock = () => set({ unlockedSettings: ['listening'] });
const change = (body: object) => tests.http(admin.headers).patch('/settings').send(body);
const scopes = async (person: SignedInPerson) =>
  (await tests.http(person.headers).get('/session').expect(200)).body.accounts[0].scopes as string[];
const problems = (body: any) => body.error.details.errors.map(({ field }: { field: string }) => field);

test('is off, and locked until the operator opens it', async () => {
  const off = { listening: 'off', listening_notice: 'none', listening_human: false };
  expect((await tests.http(admin.headers).get('/settings').expect(200)).body).toMatchObject(off);
  for (const field of [{ listening: 'admins' }, { listening_notice: 'script' }, { listening_human: true }]) {
    const { body } = await change(field).expect(409);
    expect(body.error).toMatchObject({ code: 'setting_locked', details: { fields: Object.keys(field) } });
  }
  await unlock();
  const { body } = await change({
    listening: 'staff',
    listening_notice: 'script',
    listening_human: true,
  }).expect(200);
  expect(body).toMatchObject({
    listening: 'staff',
    listening_notice: 'script',
    listening_human: true,
    unlocked: ['listening'],
  });
});

test('requires a notice, and for human calls one in the script', async () => {
  await unlock();
  expect(problems((await change({ listening: 'admins' }).expect(400)).body)).toEqual(['listening']);
  await change({ listening: 'admins', listening_notice: 'Somebody may listen to this call.' }).expect(200);
  expect(problems((await change({ listening_notice: 'none' }).expect(400)).body)).toEqual([
    'listening_notice',
  ]);
  expect(problems((await change({ listening_human: true }).expect(400)).body)).toEqual(['listening_human']);
  await change({ listening_notice: 'script', listening_human: true }).expect(200);
  expect(problems((await change({ listening_notice: 'A text.' }).expect(400)).body)).toEqual([
    'listening_notice',
  ]);
  for (const body of [{ listening: 'all' }, { listening_notice: '' }, { listening_notice: 'x'.repeat(301) }])
    expect(problems((await change(body).expect(400)).body)).toEqual(Object.keys(body));
});

test('gives a session its scope from the next request on', async () => {
  const staff = await tests.person(account.id, ['STAFF']);
  const counsellor = await tests.person(account.id, ['COUNSELLOR']);
  const may = async () =>
    (await Promise.all([admin, staff, counsellor].map(scopes))).map((all) => all.includes('calls:listen'));
  expect(await may()).toEqual([false, false, false]);
  await set({ listening: 'admins', listeningNotice: 'script' });
  expect(await may()).toEqual([true, false, false]);
  await set({ listening: 'staff' });
  expect(await may()).toEqual([true, true, false]);
});

test('is rejected by the command for the same reasons', async () => {
  const run = (...words: string[]) =>
    command(service, 'account', 'set', '--account', account.id, '--json', ...words);
  expect(await run('--listening', 'admins')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'listening needs a notice to the contacts: script, or a text that agents say\n',
  });
  const { code, stdout } = await run(
    '--listening',
    'staff',
    '--listening-notice',
    'script',
    '--listening-human',
    'yes',
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    listening: 'staff',
    listening_notice: 'script',
    listening_human: true,
  });
  expect((await run('--listening-notice', 'none')).code).toBe(1);
  expect((await run('--listening', 'all')).code).toBe(2);
  expect(
    (await run('--listening', 'off', '--listening-human', 'no', '--listening-notice', 'none')).code,
  ).toBe(0);
});

test('requires a fresh confirmation of the password, unlike other settings', async () => {
  await unlock();
  service.clock.advance(12 * 3_600_000);
  const { body } = await change({ listening_notice: 'script' }).expect(403);
  expect(body.error.code).toBe('confirmation_needed');
  await change({ name: 'Renamed' }).expect(200);
});

test("treats a waiting test call as simulated, whatever the account's carrier", async () => {
  const agent_id = await makeAgent(service, account);
  const scheduled_for = new Date(service.clock.nowMs() + 86_400_000).toISOString();
  const queued = (fields: object) =>
    service.api(account).post('/calls', { agent_id, phone_number: number(), scheduled_for, ...fields });
  const [tried, real] = [await queued({ test: true }), await queued({})];
  await set({ listening: 'admins', listeningNotice: 'script' });
  await service.unitOfWork.affected(`UPDATE accounts SET carrier = 'sip' WHERE id = $1`, [account.id]);
  const reason = async (id: string) => {
    const { body } = await tests.http(admin.headers).post(`/calls/${id}/listen`).send().expect(409);
    return body.error.details.reason;
  };
  expect(await reason(tried.id)).toBe('simulated');
  expect(await reason(real.id)).toBe('not_in_progress');
});

test('can exclude human calls, and has no audio of simulated and carrier-bridged ones', async () => {
  const calls = new HumanCallTests(service, account);
  const { id } = await calls.call({ counsellor_id: await calls.counsellor(), phone_number: number() });
  const reason = async () => {
    const { body } = await tests.http(admin.headers).post(`/human-calls/${id}/listen`).send().expect(409);
    return body.error.details.reason;
  };
  await tests.http(admin.headers).post(`/human-calls/${id}/listen`).send().expect(403);
  await set({ listening: 'admins', listeningNotice: 'script' });
  expect(await reason()).toBe('listening_off');
  await set({ listeningHuman: true });
  expect(await reason()).toBe('simulated');
  await service.unitOfWork.affected(`UPDATE human_calls SET carrier = 'twilio' WHERE id = $1`, [id]);
  expect(await reason()).toBe('joined_by_carrier');
  await service.unitOfWork.affected(`UPDATE human_calls SET carrier = 'sip' WHERE id = $1`, [id]);
  expect(await reason()).toBe('not_in_progress');
  await tests.http(admin.headers).post('/human-calls/hcall_0/listen').send().expect(404);
});

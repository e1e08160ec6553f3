import { Accounts } from '../../src/accounts';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { TrialTrunks } from '../../src/trunks';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { command } from '../harness/commands';
import { ConsoleTests, type Role, type SignedInPerson } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
/** The service's first account. */
let first: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  first = await service.account();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
  admin = await tests.person(account.id, ['ADMIN']);
  await service.app.get(Accounts, { strict: false }).set(account.id, { trialPhone: true });
});

const http = () => tests.http(admin.headers);
const setUp = async () => (await http().post('/trial-phone').expect(200)).body;
const codeOf = ({ body }: { body: { error: { code: string } } }) => body.error.code;

test('returns none with the address to register at before set-up', async () => {
  const { body } = await http().get('/trial-phone').expect(200);
  expect(body).toEqual({
    object: 'trial_phone',
    trunk_id: null,
    username: null,
    servers: ['127.0.0.1'],
    port: expect.any(Number),
    transports: ['udp', 'tcp'],
    domain: 'aics',
    state: 'none',
    problem: null,
    registrations: [],
    agent_id: null,
  });
});

test('returns the password once, and the port that SIP opened', async () => {
  const made = await setUp();
  expect(made).toMatchObject({
    state: 'waiting',
    trunk_id: expect.stringMatching(/^trunk_/),
    username: expect.stringMatching(/^[A-Za-z0-9._-]{1,64}$/),
    password: expect.stringMatching(/^[a-z0-9]{26}$/),
    port: service.app.get(SipStack, { strict: false }).endpoint?.port,
  });
  const { password, ...view } = made;
  expect(password).toBeDefined();
  const { body } = await http().get('/trial-phone').expect(200);
  expect(body).toEqual(view);
});

test('allows the first account, and others after the operator did', async () => {
  const { headers } = await tests.person(first.id, ['ADMIN']);
  await tests.http(headers).post('/trial-phone').expect(200);
  const other = await service.account();
  const person = await tests.person(other.id, ['ADMIN']);
  expect(codeOf(await tests.http(person.headers).post('/trial-phone').expect(409))).toBe('trial_phone_off');
});

test('returns 409 for a second one of an account, and one for each of two accounts', async () => {
  const made = await setUp();
  expect(codeOf(await http().post('/trial-phone').expect(409))).toBe('trial_phone_exists');
  const other = await service.account();
  await service.app.get(Accounts, { strict: false }).set(other.id, { trialPhone: true });
  const { headers } = await tests.person(other.id, ['ADMIN']);
  const { body } = await tests.http(headers).post('/trial-phone').expect(200);
  expect(body.username).not.toBe(made.username);
});

test('replaces the password, and preserves the name', async () => {
  const made = await setUp();
  const { body } = await http().post('/trial-phone/password').expect(200);
  expect(body).toMatchObject({
    trunk_id: made.trunk_id,
    username: made.username,
    password: expect.stringMatching(/^[a-z0-9]{26}$/),
  });
  expect(body.password).not.toBe(made.password);
});

test('sets its agent, resets it to the default agent, and rejects an unknown one', async () => {
  await setUp();
  const agentId = await makeAgent(service, account);
  const { body } = await http().patch('/trial-phone').send({ agent_id: agentId }).expect(200);
  expect(body.agent_id).toBe(agentId);
  const stranger = await service.account();
  const foreign = await makeAgent(service, stranger);
  for (const id of ['agent_unknown', foreign]) {
    const answer = await http().patch('/trial-phone').send({ agent_id: id }).expect(404);
    expect(codeOf(answer)).toBe('agent_not_found');
  }
  expect((await http().get('/trial-phone').expect(200)).body.agent_id).toBe(agentId);
  const cleared = await http().patch('/trial-phone').send({ agent_id: null }).expect(200);
  expect(cleared.body.agent_id).toBeNull();
  await http().patch('/trial-phone').send({}).expect(400);
});

test('removes the phone, which can be set up again', async () => {
  const made = await setUp();
  const { body } = await http().delete('/trial-phone').expect(200);
  expect(body).toEqual({ object: 'trial_phone', trunk_id: made.trunk_id, deleted: true });
  expect((await http().get('/trial-phone').expect(200)).body.state).toBe('none');
  expect((await setUp()).trunk_id).not.toBe(made.trunk_id);
});

test('returns 404 for a ring of an unknown agent before it checks the phone', async () => {
  const ring = () => http().post('/trial-phone/ring').send({ agent_id: 'agent_unknown' });
  expect(codeOf(await ring().expect(404))).toBe('agent_not_found');
  await service.app.get(Accounts, { strict: false }).set(account.id, { trialPhone: false });
  expect(codeOf(await ring().expect(404))).toBe('agent_not_found');
});

test('returns 409 for a ring without a registered softphone', async () => {
  expect(codeOf(await http().post('/trial-phone/ring').expect(409))).toBe('no_softphone');
  await setUp();
  expect(codeOf(await http().post('/trial-phone/ring').expect(409))).toBe('no_softphone');
});

test('returns 404 for changes without a trial phone', async () => {
  for (const answer of [
    await http().patch('/trial-phone').send({ agent_id: null }).expect(404),
    await http().delete('/trial-phone').expect(404),
    await http().post('/trial-phone/password').expect(404),
  ]) {
    expect(codeOf(answer)).toBe('not_found');
  }
});

test('requires a confirmation for changes, not for reading and ringing', async () => {
  await setUp();
  await service.unitOfWork.rows(
    `UPDATE sessions SET confirmed_at = confirmed_at - interval '13 hours' WHERE id = $1`,
    [admin.sessionId],
  );
  for (const answer of [
    await http().post('/trial-phone').expect(403),
    await http().post('/trial-phone/password').expect(403),
    await http().patch('/trial-phone').send({ agent_id: null }).expect(403),
    await http().delete('/trial-phone').expect(403),
  ]) {
    expect(codeOf(answer)).toBe('confirmation_needed');
  }
  await http().get('/trial-phone').expect(200);
  expect(codeOf(await http().post('/trial-phone/ring').expect(409))).toBe('no_softphone');
});

test.each<Role>(['STAFF', 'COUNSELLOR'])('refuses reading and changing to %s', async (role) => {
  const { headers } = await tests.person(account.id, [role]);
  const other = tests.http(headers);
  for (const answer of [
    await other.get('/trial-phone').expect(403),
    await other.post('/trial-phone').expect(403),
    await other.post('/trial-phone/password').expect(403),
    await other.patch('/trial-phone').send({ agent_id: null }).expect(403),
    await other.delete('/trial-phone').expect(403),
    await other.post('/trial-phone/ring').expect(403),
  ]) {
    expect(codeOf(answer)).toBe('insufficient_scope');
  }
});

test('ends by account set --trial-phone no, and can be set up again after yes', async () => {
  await setUp();
  const set = async (value: string) => {
    const words = ['account', 'set', '--account', account.id, '--trial-phone', value];
    expect((await command(service, ...words)).code).toBe(0);
  };
  await set('no');
  const { body } = await http().get('/trial-phone').expect(200);
  expect(body).toMatchObject({ state: 'failing', problem: 'the operator turned trial phones off' });
  expect(codeOf(await http().post('/trial-phone/ring').expect(409))).toBe('trial_phone_off');
  await http().delete('/trial-phone').expect(200);
  expect(codeOf(await http().post('/trial-phone').expect(409))).toBe('trial_phone_off');
  await set('yes');
  expect((await setUp()).state).toBe('waiting');
});

test('stays off, with the new password, when that is made while the operator turns it off', async () => {
  await setUp();
  const trunks = service.app.get(TrialTrunks, { strict: false });
  const rowOf = async () => {
    const [row] = await service.unitOfWork.rows<{ enabled: boolean; sealed: string }>(
      `SELECT enabled, secrets->>'password' AS sealed FROM trunks WHERE trial_of = $1`,
      [account.id],
    );
    return row;
  };
  const before = await rowOf();
  let renewed: Promise<unknown> = Promise.resolve();
  await service.unitOfWork.run(async () => {
    await trunks.enable(account.id, false);
    renewed = http().post('/trial-phone/password').expect(200).then();
    await eventually(async () => {
      expect(await service.unitOfWork.rows('SELECT FROM pg_locks WHERE NOT granted')).toHaveLength(1);
    });
  });
  await renewed;
  const after = await rowOf();
  expect(after?.enabled).toBe(false);
  expect(after?.sealed).not.toBe(before?.sealed);
});

test('rejects numbers and settings of its trunk, which no list of an account has', async () => {
  const { trunk_id: trunkId } = await setUp();
  const refused = [
    ['trunk', 'set', '--trunk', trunkId, '--channels', '9'],
    ['number', 'add', '--phone', '+918045678900', '--account', account.id, '--trunk', trunkId],
    ['account', 'set', '--account', account.id, '--carrier', 'sip', '--trunks', trunkId],
  ];
  for (const words of refused) {
    const { code, stderr } = await command(service, ...words);
    expect({ words, code, stderr }).toEqual({ words, code: 1, stderr: expect.stringContaining('trial') });
  }
});

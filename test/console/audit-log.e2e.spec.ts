import { makeAgent } from '../harness/builders';
import { withDatabaseOf } from '../harness/commands';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { ConsoleTests, PASSWORD, type SignedInPerson } from '../harness/console';

const DAY = 24 * 3_600_000;

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

const log = async (query = '') =>
  (await tests.http(admin.headers).get(`/audit-log${query}`).expect(200)).body;
const shown = async (query = '') =>
  (await log(query)).data.map(({ who, action, fields }: any) => [who.kind, action, ...fields]);

test('lists changes by sessions and keys with field names, without values and without calls by keys', async () => {
  const { data: none } = await log();
  expect(none).toEqual([]);
  const { id } = await service
    .api(account)
    .post('/agents', { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Secret words' });
  await service.http(account).patch(`/agents/${id}`).send({ pace: 1.1, dry_run: true }).expect(200);
  await service.api(account).put('/do-not-call/+919876540001');
  await service.api(account).post('/calls', { phone_number: '+919876540002', test: true });
  await tests.http(admin.headers).patch('/settings').send({ name: 'Renamed' }).expect(200);
  await tests.http(admin.headers).patch('/settings').send({ name: '' }).expect(400);
  await tests.http(admin.headers).patch('/settings').send({ queue_hours: 5 }).expect(409);
  await tests.http(admin.headers).patch('/settings').send({}).expect(200);
  await service.http(account).patch(`/agents/${id}`).send({}).expect(200);
  await tests.http(admin.headers).post('/sessions/end-others').expect(200);
  const { data } = await log();
  expect(data.map(({ action }: { action: string }) => action)).toEqual([
    'consoleEndOtherSessions',
    'consoleChangeSettings',
    'addDoNotCall',
    'createAgent',
  ]);
  expect(data[1]).toMatchObject({
    object: 'audit_entry',
    who: { kind: 'login', id: admin.loginId, email: admin.email },
    fields: ['name'],
    address: expect.any(String),
    count: 1,
  });
  expect(data[2].subject_id).toBe('…0001');
  expect(data[3]).toMatchObject({
    who: { kind: 'key', name: 'test', email: null },
    subject_id: expect.stringMatching(/^agent_/),
  });
  expect(JSON.stringify(data)).not.toMatch(/Secret words|Renamed|919876540001/);
  expect(await shown('?action=createAgent')).toEqual([
    ['key', 'createAgent', 'name', 'opening_line', 'system_prompt'],
  ]);
  const page = await log('?limit=2');
  expect(page.has_more).toBe(true);
  expect((await log(`?limit=2&starting_after=${page.data[1].id}`)).data).toHaveLength(2);
  await tests.http(admin.headers).get('/audit-log?starting_after=aud_none').expect(400);
});

test.each(['+919812340055', '91 98123 40055', '+91–98123–40055', '+[91] 98123.40055', '+91 (98123)—40055'])(
  'shows the last four digits of a number that is written %s',
  async (written) => {
    const path = `/do-not-call/${encodeURIComponent(written)}`;
    await service.http(account).put(path).expect(200);
    await service.http(account).delete(path).expect(200);
    const { data } = await log();
    expect(data.map(({ subject_id }: { subject_id: string }) => subject_id)).toEqual(['…0055', '…0055']);
  },
);

test('lists sign-ins, and failures of an hour as one, in each account where the login is active', async () => {
  const other = await service.account();
  const { email } = await tests.withPassword(account.id, ['STAFF']);
  await tests.member(other.id, ['STAFF'], email);
  const signIn = (password: string, who = email) =>
    tests.http().post('/sign-in').send({ email: who, password });
  for (let at = 0; at < 3; at++) await signIn('a wrong password').expect(401);
  await signIn('a wrong password', 'nobody@example.com').expect(401);
  await signIn(PASSWORD).expect(200);
  const stranger = await tests.person(other.id, ['ADMIN']);
  await eventually(async () => {
    const { data } = await log();
    expect(data.map(({ action, count }: any) => [action, count])).toEqual(
      expect.arrayContaining([
        ['consoleSignIn', 1],
        ['consoleSignInFailed', 3],
        ['consoleRedeemLink', 1],
      ]),
    );
    const { body } = await tests.http(stranger.headers).get('/audit-log').expect(200);
    expect(body.data.map(({ action }: any) => action).sort()).toEqual([
      'consoleSignIn',
      'consoleSignInFailed',
    ]);
    expect(JSON.stringify([data, body])).not.toContain('nobody@example.com');
  });
});

test('lists changes by commands', async () => {
  await withDatabaseOf(service, async (ops) => {
    await ops.setAccount(account.id, {
      settings: { unlockedSettings: ['queue_hours'] },
      rates: null,
      trunks: undefined,
      retry: null,
    });
    await ops.createKey({ accountId: account.id, name: 'k', scopes: ['calls:read'] });
    await ops.logins.link(admin.email);
    await ops.logins.signOut(admin.email);
    expect(await ops.logins.list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: admin.email, has_password: false, accounts: [account.id] }),
      ]),
    );
    await ops.logins.changeEmail(admin.email, `new.${admin.email}`);
    await expect(ops.logins.changeEmail(admin.email, 'a@example.com')).rejects.toThrow('There is no login');
    const other = await tests.member(account.id, ['STAFF']);
    await expect(ops.logins.changeEmail(other.email, `NEW.${admin.email}`)).rejects.toThrow(
      'There is a login',
    );
  });
  await tests.http(admin.headers).get('/session').expect(401);
  admin = await tests.open(admin.loginId, admin.email);
  expect(await shown()).toEqual([
    ['operator', 'login email'],
    ['operator', 'login sign-out'],
    ['operator', 'login link'],
    ['operator', 'key create'],
    ['operator', 'account set', 'unlocked_settings'],
  ]);
  const change = (body: object) => tests.http(admin.headers).patch('/settings').send(body);
  expect((await change({ queue_hours: 5 }).expect(200)).body).toMatchObject({
    queue_hours: 5,
    unlocked: ['queue_hours'],
  });
  const { body } = await change({ queue_hours: 6, timezone: 'UTC' }).expect(409);
  expect(body.error).toMatchObject({ code: 'setting_locked', details: { fields: ['timezone'] } });
});

test("lists the operator's changes of an agent", async () => {
  const id = await makeAgent(service, account);
  await withDatabaseOf(service, async (ops) => {
    await ops.setSpeechCache(id, 'full');
    await ops.setSpeechCache(id, 'full');
  });
  const { data } = await log('?action=agent+speech-cache');
  expect(data).toEqual([
    expect.objectContaining({
      who: expect.objectContaining({ kind: 'operator' }),
      subject_id: id,
      fields: ['speech_cache_mode'],
    }),
  ]);
});

test('describes changed hours and labels of the settings', async () => {
  await withDatabaseOf(service, (ops) =>
    ops.setAccount(account.id, {
      settings: { unlockedSettings: ['calling_hours', 'timezone'] },
      rates: null,
      trunks: undefined,
      retry: null,
    }),
  );
  const change = (body: object) => tests.http(admin.headers).patch('/settings').send(body);
  const hours = { from: '22:00', to: '02:00' };
  expect(
    (await change({ calling_hours: hours, dispositions: ['Hot', 'Cold'] }).expect(200)).body,
  ).toMatchObject({
    calling_hours: hours,
    dispositions: ['Hot', 'Cold'],
    plan: { lines: 10, daily_limit: 1_000, carrier: 'simulator', countries: null },
  });
  expect((await change({ calling_hours: null }).expect(200)).body.calling_hours).toBeNull();
  const bad = { from: '9', to: '25:00', at: 1 };
  const { body } = await change({ calling_hours: bad, timezone: 'Mars', plan: {} }).expect(400);
  expect(body.error.details.errors.map(({ field }: any) => field).sort()).toEqual([
    'calling_hours.at',
    'calling_hours.from',
    'calling_hours.to',
    'plan',
    'timezone',
  ]);
  // Mails that invite people begin with the name.
  for (const name of ['Claim at https://evil.example', 'evil.example/x', 'Your prize: evil.com', 'One\nTwo'])
    await change({ name }).expect(400);
  await change({ name: 'Dr. Mehta & Co. – مدرسة' }).expect(200);
});

test('deletes lines after 400 days', async () => {
  await tests.http(admin.headers).patch('/settings').send({ name: 'Renamed' }).expect(200);
  await service.advance(399 * DAY);
  admin = await tests.open(admin.loginId, admin.email);
  expect(await shown()).toHaveLength(1);
  await service.advance(2 * DAY);
  expect(await shown()).toHaveLength(0);
});

import { type TestAccount, TestApp } from '../harness/app';
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

test('creates a key, shows it once, and accepts it until it is revoked', async () => {
  const http = tests.http(admin.headers);
  const body = { name: ' CRM ', scopes: ['calls:read'], expires_on: '2099-12-31' };
  const made = (await http.post('/keys').set('Idempotency-Key', 'k1').send(body).expect(200)).body;
  expect(made).toMatchObject({ object: 'api_key', name: 'CRM', expires_on: '2099-12-31', revoked_at: null });
  const replay = (await http.post('/keys').set('Idempotency-Key', 'k1').send(body).expect(200)).body;
  expect(replay).toMatchObject({ id: made.id, key: null, idempotent_replay: true });
  await service.http({ key: made.key }).get('/credits').expect(200);
  const { body: list } = await http.get('/keys?limit=1').expect(200);
  expect(list).toMatchObject({ has_more: true, data: [{ id: made.id, prefix: made.key.slice(5, 13) }] });
  expect(JSON.stringify(list)).not.toContain(made.key);
  expect((await http.get(`/keys?starting_after=${made.id}`).expect(200)).body.data).toHaveLength(1);
  const stranger = tests.http((await tests.person((await service.account()).id, ['ADMIN'])).headers);
  await stranger.post(`/keys/${made.id}/revoke`).expect(404);
  await service.http({ key: made.key }).get('/credits').expect(200);
  for (let twice = 0; twice < 2; twice++) {
    expect((await http.post(`/keys/${made.id}/revoke`).expect(200)).body.revoked_at).not.toBeNull();
  }
  await service.http({ key: made.key }).get('/credits').expect(401);
  for (const bad of [{ scopes: [] }, { scopes: ['own_calls'] }, { expires_on: '2026-02-30' }, { name: '' }]) {
    await http
      .post('/keys')
      .send({ ...body, ...bad })
      .expect(400);
  }
});

test.each(['a\u001b[2Jb', 'two\nlines', 'c\u009b1m', 'sep\u2028arated'])(
  'rejects a control character in the name of a key or a label: %j',
  async (text) => {
    const http = tests.http(admin.headers);
    const key = await http
      .post('/keys')
      .send({ name: text, scopes: ['calls:read'] })
      .expect(400);
    const message = 'must not hold control characters';
    expect(key.body.error.details.errors).toEqual([{ field: 'name', message }]);
    const labels = await http
      .patch('/settings')
      .send({ dispositions: ['Hot', text] })
      .expect(400);
    expect(labels.body.error.details.errors).toEqual([{ field: 'dispositions[1]', message }]);
  },
);

import { SetupLink } from '../../src/sign-in';
import { TestApp } from '../harness/app';
import { ConsoleTests, cookiesOf, PASSWORD } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
});
afterAll(() => service.stop());

const newLink = async () =>
  (await service.app.get(SetupLink, { strict: false }).make())?.path.split('#')[1] ?? '';
const person = (token: string) => ({ token, name: 'Asha', email: 'asha@example.com', password: PASSWORD });

let token = '';

test('rejects an older link, a missing account and wrong fields', async () => {
  const old = await newLink();
  token = await newLink();
  expect((await tests.http().get('/service').expect(200)).body).toEqual({
    object: 'service',
    setup_needed: true,
    sends_mail: false,
    sign_in_at: null,
  });
  await tests.http().post('/setup').send(person(old)).expect(404);
  const missing = await tests.http().post('/setup').send(person(token)).expect(400);
  expect(missing.body.error.details.errors).toEqual([
    { field: 'account_name', message: 'is required: there is no account yet' },
  ]);
  const both = await tests
    .http()
    .post('/setup')
    .send({ ...person(token), password: 'short' })
    .expect(400);
  expect(both.body.error.details.errors.map(({ field }: { field: string }) => field)).toEqual([
    'password',
    'account_name',
  ]);
  const bad = {
    ...person(token),
    password: 'short',
    timezone: 'Mars/Base',
    name: 'www.example.com',
    account_name: 'www.example.com',
  };
  const { body } = await tests.http().post('/setup').send(bad).expect(400);
  expect(body.error.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'account_name',
    'name',
    'password',
    'timezone',
  ]);
});

test('lets a set-up link choose no password', async () => {
  await tests.http().post('/links/inspect').send({ token }).expect(404);
  await tests.http().post('/links/redeem').send({ token, password: PASSWORD }).expect(404);
});

test('sets the console up once, by the newest link', async () => {
  const whole = { ...person(token), account_name: 'Sunrise', timezone: 'Asia/Dubai' };
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, at) =>
      tests
        .http()
        .post('/setup')
        .send({ ...whole, email: `asha${at}@example.com` }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  const made = answers.find(({ status }) => status === 200)!;
  expect(made.body).toMatchObject({
    object: 'session',
    login: { name: 'Asha' },
    accounts: [{ name: 'Sunrise', timezone: 'Asia/Dubai', roles: ['ADMIN'], can_call: false }],
  });
  expect(await tests.accounts().list()).toHaveLength(1);
  const cookie = `${tests.cookieName}=${cookiesOf(made.headers)[tests.cookieName]}`;
  const credits = await fetch(`${service.origin}/console/v1/credits`, { headers: { cookie } });
  expect([credits.status, ((await credits.json()) as { balance: number }).balance]).toEqual([200, 0]);
  expect(await service.app.get(SetupLink, { strict: false }).make()).toBeNull();
  expect((await tests.http().get('/service')).body.setup_needed).toBe(false);
});

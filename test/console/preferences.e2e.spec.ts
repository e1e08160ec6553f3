import { type TestAccount, TestApp } from '../harness/app';
import { ConsoleTests, type SignedInPerson } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let person: SignedInPerson;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account();
  person = await tests.person(account.id, ['STAFF']);
});
afterAll(() => service.stop());

const http = (who = person) => tests.http(who.headers);
const kept = async (who = person) => (await http(who).get('/preferences').expect(200)).body;

test('hides "Get started" for one person, in each browser', async () => {
  expect(await kept()).toEqual({ object: 'preferences', get_started_hidden: false, views: [] });
  const { body } = await http().patch('/preferences').send({ get_started_hidden: true }).expect(200);
  expect(body.get_started_hidden).toBe(true);
  const elsewhere = await tests.open(person.loginId, person.email);
  expect(await kept(elsewhere)).toMatchObject({ get_started_hidden: true });
  const colleague = await tests.person(account.id, ['ADMIN']);
  expect(await kept(colleague)).toMatchObject({ get_started_hidden: false });
  for (const value of ['yes', null])
    await http().patch('/preferences').send({ get_started_hidden: value }).expect(400);
  expect((await http().patch('/preferences').send({}).expect(200)).body.get_started_hidden).toBe(true);
});

test('stores filters under a name as a view, and replaces a view of that name', async () => {
  const save = (body: object) => http().post('/saved-views').send(body);
  const filters = { status: 'no_answer,busy', test: 'none' };
  const { body: view } = await save({ name: 'Not reached', filters }).expect(200);
  expect(view).toEqual({
    object: 'saved_view',
    id: expect.stringMatching(/^view_/),
    name: 'Not reached',
    filters,
  });
  const { body: again } = await save({ name: ' Not reached ', filters: { status: 'busy' } }).expect(200);
  expect(again).toEqual({ ...view, filters: { status: 'busy' } });
  expect((await kept()).views).toEqual([again]);
  const colleague = await tests.person(account.id, ['ADMIN']);
  expect((await kept(colleague)).views).toEqual([]);
  await http(colleague).delete(`/saved-views/${view.id}`).expect(404);
  await http().delete(`/saved-views/${view.id}`).expect(200, {
    object: 'saved_view',
    id: view.id,
    deleted: true,
  });
  await http().delete(`/saved-views/${view.id}`).expect(404);
});

test('stores at most 30 views, and no filter that finds one contact', async () => {
  const save = (body: object) => http().post('/saved-views').send(body);
  for (const filters of [{ q: '+919876500001' }, { chain: 'call_1' }, [], 'busy'])
    await save({ name: 'One', filters }).expect(400);
  await save({ filters: {} }).expect(400);
  await save({ name: '  ', filters: {} }).expect(400);
  await save({ name: 'x'.repeat(61), filters: {} }).expect(400);
  for (let count = 0; count < 30; count++) await save({ name: `View ${count}`, filters: {} }).expect(200);
  const { body } = await save({ name: 'One more', filters: {} }).expect(400);
  expect(body.error.details.errors).toEqual([
    { field: 'name', message: 'would be one more than 30 saved views: delete one first' },
  ]);
  await save({ name: 'View 29', filters: { test: 'only' } }).expect(200);
});

test('offers no views to counsellors', async () => {
  const counsellor = await tests.person(account.id, ['COUNSELLOR']);
  await http(counsellor).get('/preferences').expect(403);
});

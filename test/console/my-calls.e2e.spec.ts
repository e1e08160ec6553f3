import { DoNotCallList } from '../../src/accounts';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { ConsoleTests } from '../harness/console';
import { HumanCallTests } from '../harness/human-calls';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let calls: HumanCallTests;
let numberOfMine: string;
let me: Awaited<ReturnType<typeof counsellor>>;
let other: Awaited<ReturnType<typeof counsellor>>;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
  calls = new HumanCallTests(service, account);
  [me, other] = [await counsellor(), await counsellor()];
  numberOfMine = number();
});

/** A signed-in counsellor; `mobile` null: no phone to ring. */
async function counsellor(mobile: string | null = number('1000')) {
  const person = await tests.person(account.id, ['COUNSELLOR']);
  const http = tests.http(person.headers);
  if (mobile !== null) await http.patch('/me').send({ mobile_number: mobile }).expect(200);
  const [membership] = (await http.get('/session').expect(200)).body.accounts;
  return { http, id: membership.member_id as string, membership };
}

const start = async (who = me, body: object = {}) =>
  (
    await who.http
      .post('/my-calls')
      .send({ phone_number: numberOfMine, ...body })
      .expect(201)
  ).body;
/** A call that waits: no phone rings as long as the account has no line. */
const lineless = () =>
  service.unitOfWork.rows('UPDATE accounts SET lines = 0 WHERE id = $1 RETURNING id', [account.id]);

test('starts a call that rings the counsellor first, in the form of /v1', async () => {
  const body = {
    contact: { name: 'Rohan', external_id: 'x1' },
    metadata: { deep: [1] },
    analyze: true,
  };
  const made = await start(me, body);
  expect(made).toMatchObject({
    ...body,
    object: 'human_call',
    phone_number: numberOfMine,
    counsellor: { id: me.id },
    idempotent_replay: false,
  });
  const inV1 = await calls.final(made.id);
  const own = (await me.http.get(`/my-calls/${made.id}`).expect(200)).body;
  const withoutLink = ({ recording_url: _, recording_expires_at: __, ...rest }: Record<string, unknown>) =>
    rest;
  expect(withoutLink(own)).toEqual(withoutLink(inV1));
  expect(own).toMatchObject({ status: 'completed', analysis: { status: 'completed' } });
});

test('accepts no other counsellor, and reports every bad field at once', async () => {
  for (const named of [{ counsellor_id: other.id }, { counsellor_email: 'a@example.com' }]) {
    const { body } = await me.http.post('/my-calls').send({ phone_number: numberOfMine, ...named });
    expect(body.error?.details.errors).toEqual([
      { field: Object.keys(named)[0], message: expect.any(String) },
    ]);
  }
  const { body } = await me.http
    .post('/my-calls')
    .send({ phone_number: '12', analyze: 'yes', contact: { name: 7 } })
    .expect(400);
  expect(body.error.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'analyze',
    'contact.name',
    'phone_number',
  ]);
  await me.http.get('/my-calls?status=none').expect(400);
  await me.http.get('/my-calls?limit=0').expect(400);
});

test('lists, filters and pages own calls alone', async () => {
  const theirs = await start(other);
  const mine = [await start(), await start(me, { contact: { external_id: 'lead-1' } })].map(
    ({ id }) => id as string,
  );
  const list = async (query = '') => (await me.http.get(`/my-calls${query}`).expect(200)).body;
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  expect(ids(await list())).toEqual([mine[1], mine[0]]);
  expect(ids(await list('?external_id=lead-1'))).toEqual([mine[1]]);
  expect(ids(await list(`?phone_number=${encodeURIComponent(number())}`))).toEqual([]);
  const first = await list('?limit=1');
  expect([ids(first), first.has_more]).toEqual([[mine[1]], true]);
  const next = await list(`?limit=1&starting_after=${mine[1]}`);
  expect([ids(next), next.has_more]).toEqual([[mine[0]], false]);
  // A cursor reveals nothing of others' calls.
  for (const cursor of [theirs.id, 'hcall_none'])
    await me.http.get(`/my-calls?starting_after=${cursor}`).expect(400);
});

test("returns 404 to reading, canceling and disposing of another's call", async () => {
  await lineless();
  const theirs = await start(other);
  const known = [];
  for (const id of [theirs.id, 'hcall_none']) {
    known.push(
      (await me.http.get(`/my-calls/${id}`).expect(404)).body.error.message,
      (await me.http.post(`/my-calls/${id}/cancel`).expect(404)).body.error.message,
      (await me.http.put(`/my-calls/${id}/disposition`).send({ label: 'Mine' }).expect(404)).body.error
        .message,
    );
  }
  expect(new Set(known).size).toBe(1);
  expect(await calls.read(theirs.id)).toMatchObject({ status: 'queued', disposition: null });
});

test('cancels an own call before the talk, and not after it', async () => {
  await lineless();
  const { id } = await start();
  expect((await me.http.post(`/my-calls/${id}/cancel`).expect(200)).body).toMatchObject({
    id,
    status: 'canceled',
    status_reason: 'Canceled on request.',
  });
  const { body } = await me.http.post(`/my-calls/${id}/cancel`).expect(409);
  expect(body.error).toMatchObject({ code: 'human_call_not_cancelable', details: { status: 'canceled' } });
});

test('records whether the counsellor or a key set the disposition', async () => {
  const { id } = await start();
  const put = async (body: object) =>
    (await me.http.put(`/my-calls/${id}/disposition`).send(body).expect(200)).body.disposition;
  const recorded = { recorded_by: 'counsellor', recorded_at: expect.any(String) };
  expect(await put({ label: 'Interested', note: 'Fees' })).toEqual({
    label: 'Interested',
    note: 'Fees',
    ...recorded,
  });
  expect(await put({ label: 'Callback' })).toEqual({ label: 'Callback', note: null, ...recorded });
  await calls.final(id);
  const { disposition } = await service
    .api(account)
    .put(`/human-calls/${id}/disposition`, { label: 'Interested' });
  expect(disposition).toMatchObject({ label: 'Interested', recorded_by: 'api' });
  for (const bad of [{}, { label: '' }, { label: 'x'.repeat(65) }, { label: 'x', note: 'y'.repeat(2_001) }])
    await me.http.put(`/my-calls/${id}/disposition`).send(bad).expect(400);
});

test('replays an Idempotency-Key for one call, and for no call of another counsellor', async () => {
  await lineless();
  const send = (who = me, phone_number = numberOfMine) =>
    who.http.post('/my-calls').set('Idempotency-Key', 'one').send({ phone_number });
  const { body: first } = await send().expect(201);
  const { body: again } = await send().expect(200);
  expect([again.id, again.idempotent_replay]).toEqual([first.id, true]);
  expect((await send(me, number()).expect(409)).body.error.code).toBe('idempotency_key_reused');
  const { body: theirs } = await send(other).expect(201);
  expect(theirs).toMatchObject({ counsellor: { id: other.id } });
  expect(theirs.id).not.toBe(first.id);
});

test('rejects counsellors who cannot be called, listed numbers and empty balances', async () => {
  const phoneless = await counsellor(null);
  expect(phoneless.membership).toMatchObject({ can_call: false, blocked_reason: expect.any(String) });
  const refused = async (who = me) =>
    (await who.http.post('/my-calls').send({ phone_number: numberOfMine })).body.error;
  expect(await refused(phoneless)).toMatchObject({
    code: 'counsellor_unavailable',
    details: { reason: phoneless.membership.blocked_reason },
  });
  await service.app.get(DoNotCallList, { strict: false }).add(account.id, numberOfMine, 'test');
  expect((await refused()).code).toBe('do_not_call');
  account = await service.account({ credits: '0' });
  numberOfMine = number();
  expect((await refused(await counsellor())).code).toBe('insufficient_credits');
});

test('refuses own calls to other members, and to former counsellors', async () => {
  for (const role of ['ADMIN', 'STAFF'] as const) {
    const http = tests.http((await tests.person(account.id, [role])).headers);
    expect((await http.get('/my-calls').expect(403)).body.error.code).toBe('insufficient_scope');
    await http.post('/my-calls').send({ phone_number: numberOfMine }).expect(403);
  }
  const { id } = await start();
  await service.api(account).patch(`/counsellors/${me.id}`, { active: false });
  await eventually(() => me.http.get(`/my-calls/${id}`).expect(404));
});

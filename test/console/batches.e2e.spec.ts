import { createHash } from 'node:crypto';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account({ timezone: 'Asia/Kolkata', countries: ['IN'], lines: 50 });
  admin = await tests.person(account.id, ['STAFF']);
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

const keyOf = (name: string) => createHash('sha256').update(name).digest('hex');
const later = () => new Date(service.clock.nowMs() + 86_400_000).toISOString();
const http = () => tests.http(admin.headers);

async function post(body: object, { key, status = 200 }: { key?: string; status?: number } = {}) {
  const request = http().post('/batches');
  if (key !== undefined) request.set('Idempotency-Key', key);
  return (await request.send({ agent_id, ...body }).expect(status)).body;
}
const get = async (path: string) => (await http().get(path).expect(200)).body;
const rowsOf = (...numbers: string[]) => numbers.map((phone_number) => ({ phone_number }));
const numbers = (count: number, ending = '0001') => Array.from({ length: count }, () => number(ending));

describe('uploads', () => {
  const upload_key = keyOf('three batches');
  const sent = numbers(5);
  let ids: string[];
  let plain: string;

  beforeAll(async () => {
    plain = (await post({ name: 'Alone (1 of 2)', scheduled_for: later(), calls: rowsOf(number()) })).id;
    const parts = [sent.slice(0, 2), sent.slice(2, 4), sent.slice(4)];
    ids = [];
    for (const [at, part] of parts.entries()) {
      const name = `June (${at + 1} of 3)`;
      ids.push((await post({ name, upload_key, scheduled_for: later(), calls: rowsOf(...part) })).id);
    }
  });

  it('returns an upload as one batch with the first id, for each of its ids', async () => {
    const { data } = await get('/batches');
    expect(data.map(({ id }: { id: string }) => id)).toEqual([ids[0], plain]);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['June', 'Alone (1 of 2)']);
    expect(data[0]).toMatchObject({ total: 5, finished: 0, agent: { id: agent_id, name: 'Asha' } });
    expect(data[0].counts.queued).toBe(5);
    for (const id of ids)
      expect(await get(`/batches/${id}`)).toEqual({ ...data[0], object: 'batch', outcomes: [] });
    expect((await get(`/batches?upload_key=${upload_key}`)).data).toHaveLength(1);
    expect((await get(`/batches?upload_key=${keyOf('another')}`)).data).toEqual([]);
    expect((await get(`/batches?limit=1`)).has_more).toBe(true);
    expect((await get(`/batches?limit=1&starting_after=${ids[2]}`)).data[0].id).toBe(plain);
  });

  it('groups the calls of an upload in one batch, in lists and on a call', async () => {
    for (const id of ids) {
      const { data } = await get(`/calls?batch_id=${id}`);
      expect(data).toHaveLength(5);
      expect(data.map(({ batch_id }: { batch_id: string }) => batch_id)).toEqual(Array(5).fill(ids[0]));
      const { batch } = await get(`/calls/${data[0].id}/context`);
      expect(batch).toEqual({ id: ids[0], name: 'June' });
    }
    const { data } = await service.api(account).get(`/calls?batch_id=${ids[1]}`);
    expect(data).toHaveLength(2);
  });

  it('queues a number of an upload once, also in a dry run', async () => {
    await service.api(account).post(`/batches/${ids[0]}/cancel`);
    const calls = rowsOf(sent[0]!, sent[4]!, number());
    const rejected = [
      { index: 0, phone_number: sent[0], code: 'duplicate_in_batch' },
      { index: 1, phone_number: sent[4], code: 'duplicate_in_batch' },
    ];
    const preview = await post({ upload_key, dry_run: true, calls });
    expect(preview).toMatchObject({ object: 'batch_preview', queueable: 1, rejected });
    const other = await post({ upload_key: keyOf('another'), dry_run: true, calls });
    expect(other).toMatchObject({ queueable: 2, rejected: [{ code: 'call_already_queued' }] });
    const made = await post({ upload_key, scheduled_for: later(), calls });
    expect(made).toMatchObject({ total: 1, rejected });
    expect(await get(`/batches/${made.id}`)).toMatchObject({ id: ids[0], total: 6 });
    const { error } = await post({ upload_key, calls: rowsOf(sent[0]!) }, { status: 400 });
    expect(error.details.rejected[0].code).toBe('duplicate_in_batch');
  });

  it('cancels an upload as a whole', async () => {
    const { body } = await http().post(`/batches/${ids[1]}/cancel`).expect(200);
    expect(body).toMatchObject({ object: 'batch', id: ids[0], total: 6, finished: 6, canceled_calls: 4 });
    expect(body.counts.canceled).toBe(6);
  });

  it('ends an upload 24 hours after its first batch: the key then begins another', async () => {
    const late = keyOf('late');
    const [first, second] = [number(), number()];
    const { id } = await post({ upload_key: late, scheduled_for: later(), calls: rowsOf(first) });
    service.clock.advance(23.9 * 3_600_000);
    const same = await post({ upload_key: late, scheduled_for: later(), calls: rowsOf(second) });
    expect((await get(`/batches/${same.id}`)).id).toBe(id);
    service.clock.advance(0.2 * 3_600_000);
    await service.api(account).post(`/batches/${id}/cancel`);
    const next = await post({ upload_key: late, scheduled_for: later(), calls: rowsOf(first) });
    expect((await get(`/batches/${next.id}`)).id).toBe(next.id);
    expect((await get(`/batches?upload_key=${late}`)).data).toHaveLength(2);
  });

  it('queues each number once for two uploads at once', async () => {
    const key = keyOf('at once');
    const both = rowsOf(...numbers(20));
    const body = { upload_key: key, test: true, agent_id, calls: both };
    const answers = await Promise.all([1, 2, 3].map(() => http().post('/batches').send(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await get(`/batches?upload_key=${key}`)).data).toMatchObject([{ total: 20 }]);
  });

  it('honours an Idempotency-Key, separately from those of /v1', async () => {
    const body = { scheduled_for: later(), agent_id, calls: rowsOf(number()) };
    const other = { ...body, calls: rowsOf(number()) };
    await service.http(account).post('/batches').set('Idempotency-Key', 'same').send(other).expect(200);
    const first = await post(body, { key: 'same' });
    const again = await post(body, { key: 'same' });
    expect([first.idempotent_replay, again.idempotent_replay]).toEqual([false, true]);
    expect(again.id).toBe(first.id);
  });

  it.each(['short', 'A'.repeat(64), `${'a'.repeat(63)}g`])(
    'rejects the upload key %s',
    async (upload_key) => {
      const { error } = await post({ upload_key, calls: rowsOf(number()) }, { status: 400 });
      expect(error.details.errors).toEqual([
        { field: 'upload_key', message: expect.stringMatching(/64 hex digits|64 characters/) },
      ]);
    },
  );
});

test("returns 404 for another account's batch", async () => {
  const { id } = await post({ test: true, calls: rowsOf(number()) });
  const stranger = await tests.person((await service.account()).id, ['ADMIN']);
  for (const path of ['', '/not-reached', '/results.csv'])
    await tests.http(stranger.headers).get(`/batches/${id}${path}`).expect(404);
  await tests.http(stranger.headers).post(`/batches/${id}/cancel`).expect(404);
  await tests.http(stranger.headers).get(`/batches?starting_after=${id}`).expect(400);
});

describe('finished batches', () => {
  let id: string;
  const contacts = [
    { phone_number: number('0001'), contact: { name: '=cmd', external_id: 'lead-1' }, metadata: { a: 1 } },
    { phone_number: number('0002'), variables: { course: 'B.Com' }, metadata: { b: { c: 2 }, a: '@x' } },
    { phone_number: number('0003'), contact: { email: 'a@example.com' }, variables: { 'fee, total': -5 } },
    { phone_number: number('0001'), variables: { course: 'न "x"' } },
  ];

  beforeAll(async () => {
    ({ id } = await post({ name: 'Over', test: true, calls: contacts }));
    await eventually(async () => {
      const [left] = await service.unitOfWork.rows(
        'SELECT FROM calls WHERE batch_id = $1 AND finished_at IS NULL',
        [id],
      );
      expect(left).toBeUndefined();
    });
  });

  it('lists the outcomes of a batch', async () => {
    const { counts, finished, outcomes } = await get(`/batches/${id}`);
    expect({ finished, completed: counts.completed, busy: counts.busy }).toEqual({
      finished: 4,
      completed: 2,
      busy: 1,
    });
    expect(outcomes).toEqual([{ disposition: 'Interested', count: 2 }]);
  });

  it('lists contacts who were not reached, as they were sent', async () => {
    const { data, has_more } = await get(`/batches/${id}/not-reached`);
    expect(has_more).toBe(false);
    expect(data).toEqual([
      { call_id: expect.any(String), contact: {}, ...contacts[1] },
      { call_id: expect.any(String), metadata: {}, ...contacts[2] },
    ]);
    expect((await get(`/batches/${id}/not-reached?starting_after=${data[0].call_id}`)).data).toEqual([
      data[1],
    ]);
    await http().get(`/batches/${id}/not-reached?starting_after=call_x`).expect(400);
  });

  it('exports the rows in their order, with the columns that were sent, without formulas', async () => {
    const file = await http().get(`/batches/${id}/results.csv?account=${account.id}`).expect(200);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="results-${id}.csv"`,
      'cache-control': 'no-store',
    });
    const lines = file.text.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFphone_number,name,email,external_id,variable.course,"variable.fee, total",metadata.a,metadata.b,' +
        'answer.Budget kitna hai?,call_id,status,status_reason,disposition,lead_rating,summary,callback_time,follow_up,' +
        'duration_seconds,credits,created_at (Asia/Kolkata),ended_at (Asia/Kolkata)',
    );
    expect(lines[1]).toMatch(
      new RegExp(`^\\${contacts[0]!.phone_number},'=cmd,,lead-1,,,1,,.*,completed,.*,Interested,\\d`),
    );
    expect(lines[2]).toMatch(
      new RegExp(`^\\${contacts[1]!.phone_number},,,,B.Com,,'@x,"{""c"":2}",,call_\\w+,busy,`),
    );
    expect(lines[3]).toContain(',a@example.com,,,-5,,,,call_');
    expect(lines[4]).toContain(',"न ""x""",');
    expect(lines[4]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(lines.slice(5)).toEqual(['']);
    await http().get(`/batches/${id}/results.csv?account=acct_none`).expect(404);
    await http().get(`/batches/${id}/results.csv?more=1`).expect(400);
  });

  it('exports variables as one column of JSON when the rows use too many names', async () => {
    const many = (at: number) =>
      Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`n${at}-${n}`, n]));
    const calls = [0, 1].map((at) => ({ phone_number: number('0002'), metadata: many(at) }));
    const { id: wide } = await post({ test: true, scheduled_for: later(), calls });
    const { text } = await http().get(`/batches/${wide}/results.csv`).expect(200);
    expect(text.split('\r\n', 1)[0]).toContain('external_id,metadata,call_id');
    expect(text).toContain('"{""n0-0"":0,');
  });

  it('returns contacts who were not reached in pages of at most 512 KiB', async () => {
    const metadata = { text: 'x'.repeat(8_000) };
    const calls = Array.from({ length: 100 }, () => ({ phone_number: number('0002'), metadata }));
    const { id: large } = await post({ test: true, calls });
    await service.unitOfWork.affected(`UPDATE calls SET status = 'expired' WHERE batch_id = $1`, [large]);
    const first = await get(`/batches/${large}/not-reached`);
    expect(first.has_more).toBe(true);
    expect(JSON.stringify(first).length).toBeLessThan(512 * 1_024 + 100);
    const last = first.data.at(-1).call_id;
    const second = await get(`/batches/${large}/not-reached?starting_after=${last}`);
    const found = [...first.data, ...second.data].map(({ phone_number }) => phone_number);
    expect(found).toEqual(calls.map(({ phone_number }) => phone_number));
  });
});

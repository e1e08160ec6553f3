import { DoNotCallList } from '../../src/accounts';
import type { Schema } from '../harness/api';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ lines: 50 });
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

const later = () => new Date(service.clock.nowMs() + 3_600_000).toISOString();

async function post(body: object, status?: 200, key?: string): Promise<Schema<'QueuedBatch'>>;
async function post(body: object, status: 400 | 409, key?: string): Promise<Schema<'Error'>>;
async function post(body: object, status = 200, key?: string): Promise<unknown> {
  const request = service.http(account).post('/batches');
  if (key !== undefined) request.set('Idempotency-Key', key);
  const answer = await request.send(body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
  return answer.body;
}

/** The calls of a batch by status. */
const NONE = {
  queued: 0,
  dialing: 0,
  in_progress: 0,
  completed: 0,
  no_answer: 0,
  busy: 0,
  failed: 0,
  canceled: 0,
  expired: 0,
};

describe('rows of a batch', () => {
  test('are rejected with each of the four codes, and the others queued', async () => {
    const [waits, listed, good] = [number(), number(), number()];
    const waiting = { agent_id, phone_number: waits, scheduled_for: later() };
    const { id: call_id } = await service.api(account).post('/calls', waiting);
    await service.app.get(DoNotCallList, { strict: false }).add(account.id, listed, 'test');
    const body = await post({
      agent_id,
      name: ' Friday ',
      scheduled_for: later(),
      calls: [
        { phone_number: good, variables: { date: 'x' } },
        { phone_number: 'abc', contact: { name: 5 }, extra: 1 },
        { phone_number: waits },
        { phone_number: ` ${good} ` },
        { phone_number: listed },
        7,
        { phone_number: 5 },
      ],
    });
    expect(body).toMatchObject({
      object: 'batch',
      name: 'Friday',
      agent_id,
      test: false,
      total: 1,
      finished: 0,
      idempotent_replay: false,
    });
    expect(body.counts).toEqual({ ...NONE, queued: 1 });
    expect(body.warnings.map(({ field, code }) => [field, code])).toEqual([
      ['calls[0].variables.date', 'reserved_variable'],
      ['calls[0].variables.contact_name', 'missing_variable'],
    ]);
    const rejected = body.rejected;
    expect(rejected.map(({ index, phone_number, code }) => [index, phone_number, code])).toEqual([
      [1, 'abc', 'invalid_request'],
      [2, waits, 'call_already_queued'],
      [3, ` ${good} `, 'duplicate_in_batch'],
      [4, listed, 'do_not_call'],
      [5, null, 'invalid_request'],
      [6, null, 'invalid_request'],
    ]);
    expect(rejected[0]?.errors?.map(({ field }) => field).sort()).toEqual([
      'contact.name',
      'extra',
      'phone_number',
    ]);
    expect(rejected[1]?.call_id).toBe(call_id);
  });

  test('are rejected as a whole with all problems when none is usable', async () => {
    const { error } = await post({ agent_id, calls: [{ phone_number: 'x' }, {}] }, 400);
    expect(error.details?.errors?.map(({ field }) => field)).toEqual([
      'calls[0].phone_number',
      'calls[1].phone_number',
    ]);
    expect(error.details?.rejected).toHaveLength(2);
    const waits = number();
    await post({ agent_id, scheduled_for: later(), calls: [{ phone_number: waits }] });
    const { error: again } = await post({ agent_id, calls: [{ phone_number: waits }] }, 400);
    expect(again.details?.errors).toEqual([{ field: 'calls[0].phone_number', message: expect.any(String) }]);
    expect(again.details?.rejected?.[0]).toMatchObject({
      code: 'call_already_queued',
      call_id: expect.any(String),
    });
  });

  test.each([
    ['calls', {}],
    ['calls', { calls: [] }],
    ['calls', { calls: Array.from({ length: 1_001 }, () => ({})) }],
    ['name', { name: 'x'.repeat(121), calls: [{ phone_number: number() }] }],
    ['total', { total: 3, calls: [{ phone_number: number() }] }],
  ])('are rejected as a whole for a mistake outside of them: %s', async (field, body) => {
    const { error } = await post(body, 400);
    expect(error.details?.errors?.map((problem) => problem.field)).toEqual([field]);
  });
});

test('rejects response-only fields as read-only', async () => {
  const { error } = await post({ total: 3, canceled_calls: 0, calls: [{ phone_number: number() }] }, 400);
  const fields = ['total', 'canceled_calls'];
  expect(error.details?.errors).toEqual(fields.map((field) => ({ field, message: 'is read-only' })));
});

test('queues 1,000 rows in their order, and cancels those that wait', async () => {
  const calls = Array.from({ length: 1_000 }, (_, at) => ({
    phone_number: number(),
    contact: { external_id: String(at) },
  }));
  const { id, total } = await post({ agent_id, scheduled_for: later(), calls });
  expect(total).toBe(1_000);
  const newest = await service.api(account).get(`/calls?batch_id=${id}&limit=2`);
  expect(newest.data.map(({ contact }) => contact.external_id)).toEqual(['999', '998']);
  const canceled = await service.api(account).post(`/batches/${id}/cancel`);
  expect(canceled).toMatchObject({
    canceled_calls: 1_000,
    finished: 1_000,
    counts: { canceled: 1_000, queued: 0 },
  });
  const again = await service.api(account).post(`/batches/${id}/cancel`);
  expect(again.canceled_calls).toBe(0);
});

test('replays the current batch, with the rejected rows of the first response', async () => {
  const body = {
    agent_id,
    scheduled_for: later(),
    calls: [{ phone_number: number() }, { phone_number: 'x' }],
  };
  const first = await post(body, 200, 'batch-1');
  await service.http(account).post(`/batches/${first.id}/cancel`).expect(200);
  const again = await post(body, 200, 'batch-1');
  expect(again).toMatchObject({
    id: first.id,
    idempotent_replay: true,
    rejected: first['rejected'],
    counts: { canceled: 1 },
  });
  await post({ ...body, name: 'other' }, 409, 'batch-1');
});

test('queues nothing in a dry run, and leaves the key unused', async () => {
  const fresh = await service.account({ credits: '12', lines: 2 });
  const agent = await makeAgent(service, fresh);
  const calls = [...Array.from({ length: 4 }, () => ({ phone_number: number() })), { phone_number: 'x' }];
  const preview = (
    await service
      .http(fresh)
      .post('/batches')
      .set('Idempotency-Key', 'dry')
      .send({ agent_id: agent, calls, dry_run: true })
      .expect(200)
  ).body;
  expect(preview).toMatchObject({
    object: 'batch_preview',
    total: 5,
    queueable: 4,
    rejected: [{ index: 4, code: 'invalid_request' }],
    held: [{ reason: 'insufficient_credits', until: null, count: 2 }],
    // 4 calls, 60 % answered, 2 minutes of 6 credits each.
    estimated_credits: 28.8,
    estimated_finish_at: expect.any(String),
  });
  const { body: none } = await service.http(fresh).get('/calls').expect(200);
  expect(none.data).toEqual([]);
  const scheduled = (
    await service
      .http(fresh)
      .post('/batches')
      .send({ agent_id: agent, calls: calls.slice(0, 1), dry_run: true, scheduled_for: later() })
  ).body;
  expect(scheduled.held).toEqual([{ reason: 'scheduled', until: expect.any(String), count: 1 }]);
  await service
    .http(fresh)
    .post('/batches')
    .set('Idempotency-Key', 'dry')
    .send({ agent_id: agent, calls: calls.slice(0, 1), scheduled_for: later() })
    .expect(200);
});

test('runs a batch to its end, with correct counts', async () => {
  const calls = ['0001', '0002', '0003', '0004', '0005'].map((ending) => ({ phone_number: number(ending) }));
  const { id } = await post({ agent_id, calls });
  const done = await eventually(async () => {
    const batch = await service.api(account).get(`/batches/${id}`);
    expect(batch.finished).toBe(5);
    return batch;
  });
  expect(done.counts).toMatchObject({ completed: 2, busy: 1, no_answer: 1, failed: 1 });
  const { body: list } = await service.http(account).get('/batches?limit=1').expect(200);
  expect(list).toMatchObject({ object: 'list', has_more: true, data: [{ id }] });
});

test('lists, adds and removes numbers of the do-not-call list, with an optional +', async () => {
  const phone = number();
  const { body: entry } = await service
    .http(account)
    .put(`/do-not-call/${phone.slice(1)}`)
    .expect(200);
  expect(entry).toEqual({
    object: 'do_not_call',
    phone_number: phone,
    since: expect.any(String),
    call_id: null,
    reason: expect.any(String),
  });
  expect(
    (
      await service
        .http(account)
        .put(`/do-not-call/${encodeURIComponent(`(${phone.slice(0, 3)}) ${phone.slice(3)}`)}`)
        .expect(200)
    ).body,
  ).toEqual(entry);
  const { body: list } = await service.http(account).get('/do-not-call?limit=1').expect(200);
  expect(list).toMatchObject({ data: [{ phone_number: phone }], has_more: true });
  await service.http(account).get(`/do-not-call?starting_after=${phone}`).expect(200);
  await service.http(account).get('/do-not-call?starting_after=+919999999999').expect(400);
  await service.http(account).delete(`/do-not-call/${phone}`).expect(200);
  await service.http(account).delete(`/do-not-call/${phone}`).expect(404);
  const refused = await service.http(account).put('/do-not-call/12?why=1').expect(400);
  const fields = refused.body.error.details.errors.map((problem: { field: string }) => problem.field);
  expect(fields).toEqual(['query.why', 'number']);
});

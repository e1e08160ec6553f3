import type { Schema } from '../harness/api';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

const MINUTE_MS = 60_000;
const RETRY = { max_attempts: 2, on: ['no_answer', 'busy', 'voicemail'], wait_minutes: [10] };
const ENDINGS = ['0001', '0003', '0002', '0005', '0004'];

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
});
beforeEach(async () => {
  account = await service.account({ recallGapSeconds: 0, lines: 20 });
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

const post = async (fields: object) =>
  (await service.api(account).post('/batches', { agent_id, ...fields })) as Schema<'QueuedBatch'>;
const read = (id: string) => service.api(account).get(`/batches/${id}`);
const rows = (endings = ENDINGS) => endings.map((ending) => ({ phone_number: number(ending) }));

class Gate {
  open!: () => void;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}

/** Once a transaction waits for a lock on a call. */
const oneWaitsForCalls = () =>
  eventually(async () => {
    const waiting = await service.unitOfWork.rows(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%calls%'`,
    );
    expect(waiting).toHaveLength(1);
  });

/** Once no call of the batch is under way but those that wait for their time. */
const settled = (id: string, finished: number) =>
  eventually(async () => {
    const batch = await read(id);
    expect(batch.finished).toBe(finished);
    return batch;
  });

test('adds attempts to the total, and counts each contact once in rows', async () => {
  const queued = await post({ calls: rows(), retry: RETRY });
  expect(queued).toMatchObject({
    total: 5,
    finished: 0,
    rows: { total: 5, open: 5, reached: 0, ended: 0 },
    retry: RETRY,
  });
  expect(await settled(queued.id, 5)).toMatchObject({
    total: 8,
    rows: { total: 5, open: 3, reached: 1, ended: 1 },
    counts: { queued: 3, completed: 2 },
  });
  await service.advance(10 * MINUTE_MS);
  expect(await settled(queued.id, 8)).toMatchObject({
    total: 8,
    rows: { total: 5, open: 0, reached: 1, ended: 4 },
    retry: RETRY,
  });
  const { data } = await service.api(account).get(`/calls?batch_id=${queued.id}&limit=100`);
  expect(data).toHaveLength(8);
  const last = await service.api(account).get(`/calls?batch_id=${queued.id}&latest_attempt=true&limit=100`);
  expect(last.data).toHaveLength(5);
});

test('counts rows without a policy, too', async () => {
  const { id, retry } = await post({ calls: rows() });
  expect(retry).toBeNull();
  expect(await settled(id, 5)).toMatchObject({ total: 5, rows: { total: 5, open: 0, reached: 1, ended: 4 } });
});

test('ends the chains by a cancel', async () => {
  const { id } = await post({ calls: rows(['0003', '0003']), retry: RETRY });
  await settled(id, 2);
  const canceled = await service.api(account).post(`/batches/${id}/cancel`);
  expect(canceled).toMatchObject({ canceled_calls: 2, total: 4, finished: 4, rows: { open: 0, ended: 2 } });
  const { data } = await service.api(account).get(`/calls?batch_id=${id}&latest_attempt=true`);
  expect(data.map(({ retry }) => retry?.stopped)).toEqual(['canceled', 'canceled']);
});

test('ends the chains of calls in progress by a cancel', async () => {
  const scheduled_for = new Date(service.clock.nowMs() + 86_400_000).toISOString();
  const { id } = await post({ calls: rows(['0003']), scheduled_for, retry: RETRY });
  await service.unitOfWork.affected(
    `UPDATE calls SET status = 'in_progress', attempt = 1, carrier = 'sip', answered_at = now(), dialed_at = now(),
       answered_by = 'voicemail' WHERE batch_id = $1`,
    [id],
  );
  await service.api(account).post(`/batches/${id}/cancel`);
  const [row] = await service.unitOfWork.rows<{ may_retry: boolean }>(
    'SELECT may_retry FROM calls WHERE batch_id = $1',
    [id],
  );
  expect(row?.may_retry).toBe(false);
});

test('ends the chain of a call that is being dialed by a cancel', async () => {
  const { unitOfWork } = service;
  const scheduled_for = new Date(service.clock.nowMs() + 86_400_000).toISOString();
  const { id } = await post({ calls: rows(['0003']), scheduled_for, retry: RETRY });
  const [isDialed, mayCommit] = [new Gate(), new Gate()];
  const dial = unitOfWork.run(async () => {
    await unitOfWork.affected(
      `UPDATE calls SET status = 'dialing', attempt = 1, carrier = 'sip', dialed_at = now() WHERE batch_id = $1`,
      [id],
    );
    isDialed.open();
    await mayCommit.opened;
  });
  await isDialed.opened;
  const canceled = service.api(account).post(`/batches/${id}/cancel`);
  await oneWaitsForCalls();
  mayCommit.open();
  await dial;
  expect(await canceled).toMatchObject({ canceled_calls: 0, counts: { dialing: 1 } });
  const [row] = await unitOfWork.rows<{ may_retry: boolean }>(
    'SELECT may_retry FROM calls WHERE batch_id = $1',
    [id],
  );
  expect(row?.may_retry).toBe(false);
});

test('ends the chain whose next attempt is queued and dialed during the cancel', async () => {
  const { unitOfWork } = service;
  const scheduled_for = new Date(service.clock.nowMs() + 86_400_000).toISOString();
  const { id } = await post({ calls: rows(['0003']), scheduled_for, retry: RETRY });
  await unitOfWork.affected(
    `UPDATE calls SET status = 'dialing', attempt = 1, carrier = 'sip', dialed_at = now() WHERE batch_id = $1`,
    [id],
  );
  const [hasEnded, mayCommit] = [new Gate(), new Gate()];
  const end = unitOfWork.run(async () => {
    await unitOfWork.affected(
      `INSERT INTO calls SELECT (json_populate_record(c, '{"id": "call_next", "chain_attempt": 2}')).* FROM calls c
       WHERE batch_id = $1`,
      [id],
    );
    await unitOfWork.affected(
      `UPDATE calls SET status = 'no_answer', ended_at = now(), finished_at = now(), next_call_id = 'call_next'
       WHERE batch_id = $1 AND chain_attempt = 1`,
      [id],
    );
    hasEnded.open();
    await mayCommit.opened;
  });
  await hasEnded.opened;
  const canceled = service.api(account).post(`/batches/${id}/cancel`);
  await oneWaitsForCalls();
  mayCommit.open();
  await end;
  expect(await canceled).toMatchObject({ canceled_calls: 0, counts: { dialing: 1, no_answer: 1 } });
  const next = await unitOfWork.row("SELECT may_retry FROM calls WHERE id = 'call_next'");
  expect(next).toEqual({ may_retry: false });
});

test('counts attempts in a preview', async () => {
  const preview = async (fields: object) =>
    (await service
      .api(account)
      .post('/batches', { agent_id, calls: rows(), dry_run: true, ...fields })) as Schema<'BatchPreview'>;
  const [once, again] = [await preview({}), await preview({ retry: RETRY })];
  expect([once.estimated_attempts, again.estimated_attempts]).toEqual([5, 7]);
  expect(again.estimated_credits).toBeCloseTo(once.estimated_credits * 1.4, 3);
  const wait = Date.parse(again.estimated_finish_at ?? '') - service.clock.nowMs();
  expect(wait).toBeGreaterThan(9 * MINUTE_MS);
  expect(wait).toBeLessThan(20 * MINUTE_MS);
});

test('begins the waits of a preview with the calling hours', async () => {
  const minute = Math.floor(service.clock.nowMs() / MINUTE_MS) % 1440;
  const opensAtMinute = (minute + 120) % 1440;
  const closed = await service.account({
    timezone: 'UTC',
    opensAtMinute,
    closesAtMinute: (opensAtMinute + 720) % 1440,
  });
  await makeAgent(service, closed);
  const preview = (await service
    .api(closed)
    .post('/batches', { calls: rows(), retry: RETRY, dry_run: true })) as Schema<'BatchPreview'>;
  expect(preview.held).toMatchObject([{ reason: 'outside_calling_hours', count: 5 }]);
  const wait = Date.parse(preview.estimated_finish_at ?? '') - Date.parse(preview.held[0]?.until ?? '');
  expect(wait).toBeGreaterThan(9 * MINUTE_MS);
  expect(wait).toBeLessThan(20 * MINUTE_MS);
});

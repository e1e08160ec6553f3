import type { Schema } from '../harness/api';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ lines: 0 });
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

/** A batch is stored in packets of 200 calls. */
const ROWS = 450;

const later = () => new Date(service.clock.nowMs() + 3_600_000).toISOString();

test('rejects waiting numbers of each packet, and begins the timeline of all others', async () => {
  const api = service.api(account);
  const numbers = Array.from({ length: ROWS }, () => number()).sort();
  const waiting = [numbers[10], numbers[430]];
  const ids: string[] = [];
  for (const phone_number of waiting) ids.push((await api.post('/calls', { agent_id, phone_number })).id);
  const calls = numbers.map((phone_number) => ({ phone_number }));
  const body = { agent_id, scheduled_for: later(), calls };
  const batch = (await api.post('/batches', body)) as Schema<'QueuedBatch'>;
  expect(batch.total).toBe(ROWS - 2);
  expect(batch.rejected).toEqual([
    { index: 10, phone_number: waiting[0], code: 'call_already_queued', call_id: ids[0] },
    { index: 430, phone_number: waiting[1], code: 'call_already_queued', call_id: ids[1] },
  ]);
  const timelines = await service.unitOfWork.rows<{ types: string[]; count: number }>(
    `SELECT types, count(*)::int FROM (
       SELECT array_agg(t.type ORDER BY t.at, t.id) AS types FROM calls c
       LEFT JOIN call_timeline t ON t.call_id = c.id WHERE c.batch_id = $1 GROUP BY c.id) AS each
     GROUP BY types`,
    [batch.id],
  );
  expect(timelines).toEqual([{ types: ['accepted', 'held'], count: ROWS - 2 }]);
  const stray = await service.unitOfWork.rows<{ count: number }>(
    'SELECT count(*)::int FROM call_timeline t WHERE NOT EXISTS (SELECT FROM calls c WHERE c.id = t.call_id)',
  );
  expect(stray).toEqual([{ count: 0 }]);
});

test('sorts by id as by time, and is no younger than its calls, also beside others', async () => {
  const api = service.api(account);
  const sizes = [ROWS, 1, ROWS, 2];
  await Promise.all(
    sizes.map((size) => {
      const calls = Array.from({ length: size }, () => ({ phone_number: number() }));
      return api.post('/batches', { agent_id, scheduled_for: later(), calls });
    }),
  );
  const { data } = await api.get(`/batches?limit=${sizes.length}`);
  const ids = data.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort().reverse());
  for (const { id, created_at } of data) {
    const calls = await api.get(`/calls?limit=1&batch_id=${id}`);
    expect(calls.data[0]?.created_at.localeCompare(created_at)).toBeGreaterThanOrEqual(0);
  }
});

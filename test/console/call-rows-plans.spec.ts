import { eventually, TestApp } from '../harness/app';
import { CallRowRepository, type CallRowFilter } from '../../src/calls/infrastructure/call-row.repository';
import { HomeRepository } from '../../src/console/infrastructure/home.repository';
import { InsightsRepository } from '../../src/console/infrastructure/insights.repository';
import { makeAgent } from '../harness/builders';

const CALLS = 30_000;
const PAGE = 51;
const HIDDEN_PAGES = `SELECT relpages - relallvisible AS pages FROM pg_class WHERE oid = 'calls'::regclass`;

let service: TestApp;
let account: string;
let agent: string;
let rows: CallRowRepository;

beforeAll(async () => {
  service = await TestApp.start();
  const made = await service.account();
  account = made.id;
  agent = await makeAgent(service, made);
  rows = service.app.get(CallRowRepository, { strict: false });
  await service.unitOfWork.affected(
    `INSERT INTO calls (id, account_id, agent_id, phone_number, external_id, variables, metadata, test, status, created_at, queued_from,
       due_at, attempt, credits_limit_talk, analysis_attempts, may_retry, ended_at, finished_at, disposition, direction)
     SELECT 'call_' || lpad(n::text, 26, '0'), $1, $2, '+9198' || lpad((n % 40)::text, 8, '0'), 'lead-' || n % 40, '{}', '{}', n % 50 = 0,
       (ARRAY['completed', 'completed', 'busy', 'no_answer'])[n % 4 + 1], now() - n * interval '1 second',
       now(), now(), 1, false, 0, true, now() - n * interval '1 second', now(),
       CASE WHEN n % 4 < 2 THEN (ARRAY['Interested', 'Callback', 'Not_Interested'])[n % 3 + 1] END,
       (ARRAY['inbound', 'outbound', NULL])[least(n % 60 + 1, 3)]
     FROM generate_series(1, ${CALLS}) AS n`,
    [account, agent],
  );
  // Rows whose commit is not flushed yet do not become visible to all.
  await service.unitOfWork.rows('CHECKPOINT');
  // Nor do those that a transaction from before the insert, such as a sweep's, may not see.
  await eventually(async () => {
    await service.unitOfWork.rows('VACUUM ANALYZE calls');
    expect(await service.unitOfWork.rows(HIDDEN_PAGES)).toEqual([{ pages: 0 }]);
  }, 60_000);
});
afterAll(() => service.stop());

interface Blocks {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Blocks that a page reads. */
async function blocks(filter: CallRowFilter, after: string | undefined): Promise<number> {
  const send = jest.spyOn(service.unitOfWork, 'rowsPlannedAnew');
  await rows.list(account, filter, PAGE, after);
  const [sql, parameters] = send.mock.lastCall ?? ['', []];
  send.mockRestore();
  const plans = await service.unitOfWork.rowsPlannedAnew<{ 'QUERY PLAN': [{ Plan: Blocks }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
    parameters,
  );
  const top = plans[0]?.['QUERY PLAN'][0].Plan;
  if (!top) throw new Error('no plan');
  return top['Shared Hit Blocks'] + top['Shared Read Blocks'];
}

const FILTERS: [name: string, filter: CallRowFilter][] = [
  ['none', {}],
  ['a status', { statuses: ['busy'] }],
  ['statuses', { statuses: ['busy', 'no_answer', 'queued'] }],
  ['a label', { disposition: 'Callback' }],
  ['tests', { test: true }],
  ['no tests', { test: false }],
  ['callers', { direction: 'inbound' }],
  ['calls that were made', { direction: 'outbound' }],
  ['a number', { search: { text: '9800000007', numbers: ['+919800000007'] } }],
  ['ends', { dates: 'ended', test: false, since: new Date(0) }],
  ['ends with a status', { dates: 'ended', test: false, statuses: ['busy', 'no_answer'] }],
  ['ends with tests', { dates: 'ended' }],
  ['a record', { search: { text: 'lead-7', numbers: [] } }],
];

test.each(FILTERS)('reads as little for a deep page of %s as for the first', async (_, filter) => {
  const all = await rows.list(account, filter, CALLS, undefined);
  const deep = all[Math.floor(all.length * 0.8)]?.id;
  const [first, later] = [await blocks(filter, undefined), await blocks(filter, deep)];
  expect(all.length).toBeGreaterThan(PAGE * 5);
  expect(later).toBeLessThanOrEqual(first * 1.5 + 20);
  expect(first).toBeLessThan(1_200);
});

test('sums the figures of a day from an index alone', async () => {
  const part = { accountId: account, agentId: null };
  const span = { since: new Date(Date.now() - 3_600_000), before: new Date(), timeZone: 'Asia/Kolkata' };
  const send = jest.spyOn(service.unitOfWork, 'rows');
  await service.app.get(HomeRepository, { strict: false }).sumEnded(part, span);
  await service.app.get(InsightsRepository, { strict: false }).results(part, span);
  // Sweeps of the process read at the same time.
  const statements = send.mock.calls.filter(([sql]) => sql.includes('calls_for_home'));
  send.mockRestore();
  expect(statements).toHaveLength(2);
  for (const [sql, parameters] of statements) {
    const plan = await service.unitOfWork.rows(`EXPLAIN ${sql}`, parameters);
    expect(JSON.stringify(plan)).toContain('Index Only Scan using calls_of_ends_covering');
  }
});

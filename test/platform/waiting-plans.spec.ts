import { DataSource } from 'typeorm';
import type { CallingLines } from '../../src/accounts';
import { BatchCallsRepository } from '../../src/calls/infrastructure/batch-calls.repository';
import { CallMetrics } from '../../src/calls/infrastructure/call-metrics';
import { CallRepository } from '../../src/calls/infrastructure/call.repository';
import { DueCallsRepository } from '../../src/calls/infrastructure/due-calls.repository';
import { TimelineRepository } from '../../src/calls/infrastructure/timeline.repository';
import { TrialCallRepository } from '../../src/calls/infrastructure/trial-call.repository';
import { Clock } from '../../src/platform/clock';
import { serviceDataSourceOptions } from '../../src/platform/database/data-source';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import type { Outbox } from '../../src/platform/events/outbox';
import { Metrics } from '../../src/platform/metrics';
import { createDatabase, dropDatabase } from '../harness/app';
import type { Plan } from '../harness/plan';

/** Remembers the statements that go through it. */
class Recorder extends UnitOfWork {
  sent: { sql: string; parameters: unknown[] }[] = [];

  override rows<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    this.sent.push({ sql, parameters });
    return super.rows(sql, parameters);
  }

  override enqueue(sql: string, parameters: unknown[] = []): Promise<void> {
    this.sent.push({ sql, parameters });
    return super.enqueue(sql, parameters);
  }
}

const NOW = new Date();
let url: string;
let dataSource: DataSource;
let work: Recorder;
let calls: CallRepository;
let due: DueCallsRepository;
let batches: BatchCallsRepository;
let metrics: Metrics;

/** So many calls of the account, all made by SQL. */
const make = (status: string, count: number) =>
  work.affected(
    `INSERT INTO calls (id, account_id, agent_id, phone_number, variables, metadata, test, status, created_at, queued_from, due_at,
       attempt, credits_limit_talk, analysis_attempts, may_retry)
     SELECT $1 || n, 'acct', 'agent', '+91' || n, '{}', '{}', false, $1, now(), now(), now(), 0, false, 0, true
     FROM generate_series(1, $2::integer) AS n`,
    [status, count],
  );

beforeAll(async () => {
  url = await createDatabase();
  dataSource = await new DataSource(serviceDataSourceOptions(url)).initialize();
  work = new Recorder(dataSource);
  const clock = new Clock();
  calls = new CallRepository(work, {} as Outbox, new TimelineRepository(work));
  due = new DueCallsRepository(work);
  batches = new BatchCallsRepository(work);
  metrics = new Metrics();
  new CallMetrics(clock, metrics, work, {} as CallingLines).onModuleInit();
  await work.affected('ALTER TABLE calls SET (autovacuum_enabled = false)');
  await work.affected(
    'ALTER TABLE calls DROP CONSTRAINT calls_account_id_fkey, DROP CONSTRAINT calls_agent_id_fkey',
  );
  await make('completed', 10_000);
  await work.affected('ANALYZE calls');
  await make('queued', 3_000);
});
afterAll(async () => {
  await dataSource.destroy();
  await dropDatabase(url);
});

/** How a plan reads calls: each index with the columns that are looked up in it, and `sort` where something is sorted. */
function readings(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(readings);
  if (plan['Node Type'] === 'Sort') return [...below, 'sort'];
  if (plan['Relation Name'] !== 'calls' || plan['Node Type'] === 'ModifyTable') return below;
  const columns = [...(plan['Index Cond'] ?? '').matchAll(/\((?:calls\.)?(\w+) [<>=]/g)].map(
    ([, name]) => name,
  );
  return [...below, `${plan['Index Name'] ?? plan['Node Type']} (${columns.join(', ')})`];
}

/** How the calls of what is done are read, by statistics from when nothing waited. */
async function readingsOf(doing: () => Promise<unknown>): Promise<string[]> {
  work.sent = [];
  await doing();
  const found: string[] = [];
  for (const { sql, parameters } of work.sent.filter((sent) => /\bcalls\b/.test(sent.sql))) {
    const [row] = await dataSource.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
      `EXPLAIN (FORMAT JSON) ${sql}`,
      parameters,
    );
    found.push(...row!['QUERY PLAN'].flatMap(({ Plan: plan }) => readings(plan)));
  }
  return found;
}

const DUE = 'calls_due (account_id, test, due_at)';
const NUMBER = 'calls_waiting_number (account_id, phone_number, test)';

describe('the queries for waiting work after a quiet time', () =>
  test.each<[string, () => Promise<unknown>, string[]]>([
    [
      'what is due',
      () => due.due('acct', false, NOW, 50, null),
      ['calls_waiting_in_use (account_id)', 'sort', DUE, 'sort'],
    ],
    ['test calls that are due', () => due.due('acct', true, NOW, 50, null), [DUE]],
    ['accounts with due calls', () => due.accountsWithDueCalls(NOW, ['sip']), [DUE, 'sort']],
    [
      'what rules of numbers hold',
      () => due.makeDue('acct', NOW, { dueAt: NOW, id: '' }, 1_000),
      ['calls_due (account_id, test, due_at)'],
    ],
    ['what has expired', () => due.findExpired(NOW, 50), ['calls_expiry (account_id, queued_from)']],
    [
      'accounts with such numbers',
      () => due.accountsWithFreedNumbers(NOW, ['sip']),
      ['calls_waiting_in_use ()'],
    ],
    [
      'whether to look at all',
      () => due.isAnyDue('acct', false, NOW),
      [DUE, 'calls_waiting_in_use (account_id)'],
    ],
    ['the call that waits for a number', () => calls.waiting('acct', '+911', false), [NUMBER]],
    ['the calls of numbers', () => batches.waiting('acct', ['+911', '+912'], false), [NUMBER]],
    [
      'the numbers of an upload',
      () => batches.queuedIn('acct', ['batch'], ['+911', '+912']),
      ['calls_of_number (account_id, phone_number)'],
    ],
    ['rings of trial phones', () => new TrialCallRepository(work).waiting(), ['calls_waiting_rings ()']],
    [
      'an agent’s calls',
      () => work.run(() => calls.lockWaitingOfAgent('agent', NOW, 50)),
      ['calls_waiting_agent (agent_id)'],
    ],
    ['how many are an agent’s', () => due.countOfAgent('agent'), ['calls_waiting_agent (agent_id)']],
    [
      'what was found due',
      () => work.run(() => calls.lockQueued(['queued1', 'queued2'])),
      ['calls_pkey (id)'],
    ],
    [
      'a batch’s calls',
      () => work.run(() => calls.lockWaitingOfBatch('batch')),
      ['calls_of_batch (batch_id)', 'sort'],
    ],
    ['how many wait', () => metrics.registry.metrics(), ['calls_due (due_at)']],
  ])('use their index and read no more than their limit: %s', async (_, doing, expected) => {
    expect(await readingsOf(doing)).toEqual(expected);
  }));

test('queues calls of a process of the previous version', async () => {
  const again = await work.affected(
    `INSERT INTO calls SELECT * FROM calls WHERE id = 'queued1'
     ON CONFLICT (account_id, phone_number, test) WHERE status = 'queued' DO NOTHING`,
  );
  expect(again).toBe(0);
});

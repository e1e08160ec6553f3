import { DataSource } from 'typeorm';
import { serviceDataSourceOptions } from '../../src/platform/database/data-source';
import { createDatabase, dropDatabase } from '../harness/app';
import type { Plan } from '../harness/plan';
import { statementsOfCalls } from '../harness/statements-of-calls';

/** What grows with every call. */
const GROWING = new Set([
  'calls',
  'call_talks',
  'call_timeline',
  'human_calls',
  'human_call_talks',
  'dials',
  'leads',
  'idempotency_keys',
  'credit_reservations',
  'credit_transactions',
  'webhook_events',
  'webhook_deliveries',
]);

const READS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan']);

/** Growing tables that a plan reads whole; a walk along a partial index (of waiting rows, say) is none. */
function readWhole(plan: Plan, partial: ReadonlySet<string>): string[] {
  const below = (plan.Plans ?? []).flatMap((one) => readWhole(one, partial));
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = plan;
  const isWhole = READS.has(type) && plan['Index Cond'] === undefined && !partial.has(index);
  return isWhole && GROWING.has(table) ? [...below, table] : below;
}

test('never reads a growing table whole for a call by a plan of a new database', async () => {
  const statements = [...(await statementsOfCalls()).keys()];
  expect(statements.length).toBeGreaterThan(80);
  const url = await createDatabase();
  const young = await new DataSource(serviceDataSourceOptions(url)).initialize();
  try {
    const indexes = await young.query<{ name: string }[]>(
      'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL',
    );
    const partial = new Set(indexes.map(({ name }) => name));
    const found: { tables: string[]; text: string }[] = [];
    for (const text of statements) {
      const plans = await young.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
        `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
      );
      const tables = plans.flatMap((row) =>
        row['QUERY PLAN'].flatMap(({ Plan: plan }) => readWhole(plan, partial)),
      );
      if (tables.length > 0) found.push({ tables, text });
    }
    expect(found).toEqual([]);
  } finally {
    await young.destroy();
    await dropDatabase(url);
  }
});

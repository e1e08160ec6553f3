import { resolve } from 'node:path';
import { DataSource } from 'typeorm';
import { serviceDataSourceOptions } from '../../src/platform/database/data-source';
import { Statements } from '../../src/platform/database/statements';
import { createDatabase, dropDatabase, eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { HumanCallTests } from '../harness/human-calls';
import type { Plan } from '../harness/plan';
import { WebhookTests } from '../harness/webhooks';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

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

/** Every statement of calls of both kinds, from the request to the delivered event. */
async function statementsOfCalls(): Promise<Set<string>> {
  const named = jest.spyOn(Statements.prototype, 'nameOf');
  const webhooks = await WebhookTests.start();
  try {
    const { account, receiver, http } = await webhooks.listener();
    const { service } = webhooks;
    const calls = new CallTests(service, account, await makeAgent(service, account));
    const people = new HumanCallTests(service, account);
    const batch = {
      agent_id: calls.agentId,
      calls: [{ phone_number: number() }, { phone_number: number('0002') }],
    };
    await http.post('/batches').set('Idempotency-Key', 'one').send(batch).expect(200);
    const posted = { agent_id: calls.agentId, phone_number: number() };
    const { body } = await http.post('/calls').set('Idempotency-Key', 'one').send(posted).expect(200);
    const ofHuman = { counsellor_id: await people.counsellor(), phone_number: number(), analyze: true };
    await Promise.all([
      people.final(((await people.call(ofHuman)) as { id: string }).id),
      calls.final(body.id),
    ]);
    await eventually(async () => {
      expect(receiver.requests).toHaveLength(4);
      expect((await webhooks.deliveries(account)).length).toBe(4);
    });
    await service.advance(60_000);
    return new Set(named.mock.calls.map(([text]) => text));
  } finally {
    await webhooks.stop();
  }
}

test('no plan that a connection makes while a database is new reads a growing table whole for a call', async () => {
  const statements = [...(await statementsOfCalls())].filter((text) =>
    /^(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(text),
  );
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

import fc from 'fast-check';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { HumanCallTests, type Json } from '../harness/human-calls';

/** Requests of each list; a key has 300 in a minute. */
const RUNS = 80;
/** The number of copies of each ended call, with other contacts and times. */
const COPIES = 10;

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ recallGapSeconds: 0, dailyPerNumber: 100, lines: 20 });
});
afterAll(() => service.stop());

/** Columns of copy `n`, by which several calls share a time, a number or a record. */
const SHARED = `'phone_number', '+9198' || lpad((n % 5)::text, 8, '6'),
  'external_id', CASE n % 3 WHEN 0 THEN NULL ELSE 'record ' || n % 3 END,
  'created_at', date_trunc('second', t.created_at) - n % 4 * interval '1 second',
  'ended_at', date_trunc('second', t.ended_at) + n % 3 * interval '1 second'`;
/** A chain has each place once. */
const OF_CALLS = `, 'chain_attempt', NULL, 'test', n % 4 = 0, 'direction', CASE n % 3 WHEN 1 THEN 'inbound' WHEN 2 THEN 'outbound' END`;

/** The ids sort otherwise than the times. */
const copy = (table: string, columns = '') =>
  service.unitOfWork.affected(
    `INSERT INTO ${table} SELECT (json_populate_record(t, json_build_object(
       'id', split_part(t.id, '_', 1) || '_' || md5(t.id || n), ${SHARED}${columns}))).*
     FROM ${table} AS t CROSS JOIN generate_series(1, $2::integer) AS n
     WHERE t.account_id = $1 AND t.ended_at IS NOT NULL`,
    [account.id, COPIES],
  );

const get = async (path: string) =>
  (await service.http(account).get(path).expect(200)).body as { data: Json[]; has_more: boolean };

async function whole(path: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let more = true; more;) {
    const after = rows.length > 0 ? `&starting_after=${rows.at(-1)!['id']}` : '';
    const page = await get(`${path}?limit=100${after}`);
    rows.push(...page.data);
    more = page.has_more;
  }
  const byTime = rows.toSorted((a, b) => {
    const [one, other] = [a, b].map(({ created_at, id }) => `${created_at} ${id}`);
    return one! < other! ? 1 : -1;
  });
  expect(rows.map(({ id }) => id as string)).toEqual(byTime.map(({ id }) => id as string));
  expect(new Set(byTime.map(({ created_at }) => created_at as string)).size).toBeLessThan(rows.length);
  return rows;
}

/** The value by which `row` would be found, and what it finds; null where the row has none. */
type Filter = (row: Json, shiftMs: number) => { value: string; keeps: (other: Json) => boolean } | null;

const equal =
  (read: (row: Json) => string | boolean | null | undefined): Filter =>
  (row) => {
    const value = read(row) ?? null;
    return value === null ? null : { value: String(value), keeps: (other) => read(other) === value };
  };
const instant =
  (field: string, isAfter: boolean): Filter =>
  (row, shiftMs) => {
    if (!row[field]) return null;
    const bound = Date.parse(row[field]) + shiftMs;
    const local = new Date(bound + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30');
    const keeps = (other: Json) => {
      const at = Date.parse(other[field]);
      return isAfter ? at > bound : at < bound;
    };
    return { value: shiftMs === 0 ? new Date(bound).toISOString() : local, keeps };
  };

const SHARED_FILTERS: Readonly<Record<string, Filter>> = {
  status: equal((row) => row['status']),
  phone_number: equal((row) => row['phone_number']),
  external_id: equal((row) => row['contact'].external_id),
  created_after: instant('created_at', true),
  created_before: instant('created_at', false),
  ended_after: instant('ended_at', true),
  ended_before: instant('ended_at', false),
};
const CALL_FILTERS: typeof SHARED_FILTERS = {
  ...SHARED_FILTERS,
  agent_id: equal((row) => row['agent_id']),
  batch_id: equal((row) => row['batch_id']),
  test: equal((row) => row['test']),
  direction: equal((row) => row['direction']),
  first_call_id: equal((row) => row['retry']?.first_call_id),
  latest_attempt: () => ({ value: 'true', keeps: (other) => !other['retry']?.next_call_id }),
};
const HUMAN_FILTERS = { ...SHARED_FILTERS, counsellor_id: equal((row) => row['counsellor'].id) };

const queriesOf = (filters: typeof SHARED_FILTERS) =>
  fc.record({
    row: fc.nat(),
    /** `row`: of another call than the query's, so that less or nothing is found. */
    filters: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...Object.keys(filters)),
        row: fc.option(fc.nat(), { freq: 1 }),
        shiftMs: fc.constantFrom(-1, 0, 1),
      }),
      { selector: ({ name }) => name, maxLength: 5 },
    ),
    cursor: fc.option(fc.nat()),
    limit: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 })),
  });

async function compare(path: string, filters: typeof SHARED_FILTERS): Promise<void> {
  const all = await whole(path);
  const rowAt = (place: number) => all[place % all.length]!;
  let found = 0;
  await fc.assert(
    fc.asyncProperty(queriesOf(filters), async ({ row, filters: chosen, cursor, limit }) => {
      const query = new URLSearchParams({ limit: String(limit) });
      let rows = all;
      if (cursor !== null) {
        query.set('starting_after', rowAt(cursor)['id'] as string);
        rows = rows.slice((cursor % all.length) + 1);
      }
      for (const { name, row: other, shiftMs } of chosen) {
        const filter = filters[name]!(rowAt(other ?? row), shiftMs);
        if (!filter) continue;
        query.set(name, filter.value);
        rows = rows.filter(filter.keeps);
      }
      const page = await get(`${path}?${query.toString()}`);
      expect(page.data.map(({ id }) => id as string)).toEqual(
        rows.slice(0, limit).map(({ id }) => id as string),
      );
      expect(page.has_more).toBe(rows.length > limit);
      if (chosen.length > 1 && rows.length > 0) found++;
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  );
  expect(found).toBeGreaterThan(0);
}

test('returns the AI calls that every filter keeps, after the cursor', async () => {
  const agents = [await makeAgent(service, account), await makeAgent(service, account, { name: 'Ravi' })];
  const [first, second] = agents.map((agent) => new CallTests(service, account, agent));
  const retry = { max_attempts: 2, wait_minutes: [60] };
  const scheduled_for = new Date(service.clock.nowMs() + 3_600_000).toISOString();
  const made = await Promise.all([
    ...['0001', '0002', '0003', '0004'].map((ending) => first!.queue({ phone_number: number(ending) })),
    ...['0002', '0003'].map((ending) => second!.queue({ phone_number: number(ending), retry })),
  ]);
  const batch = await service.api(account).post('/batches', {
    agent_id: agents[1],
    calls: ['0002', '0003'].map((ending) => ({ phone_number: number(ending) })),
  });
  for (const { id } of made) await first!.final(id);
  await eventually(async () => {
    const { data } = await get(`/calls?batch_id=${(batch as Json)['id']}`);
    expect(data.every(({ ended_at }) => ended_at)).toBe(true);
  });
  await copy('calls', OF_CALLS);
  for (const calls of [first!, second!]) await calls.queue({ scheduled_for });
  await compare('/calls', CALL_FILTERS);
});

test('returns the human calls that every filter keeps, after the cursor', async () => {
  const calls = new HumanCallTests(service, account);
  const endings = [
    ['1000', '0002'],
    ['1000', '0003'],
    ['0002', '0001'],
    ['0004', '0001'],
  ] as const;
  for (const [counsellor, contact] of endings) {
    const counsellor_id = await calls.counsellor(counsellor);
    await calls.final((await calls.call({ counsellor_id, phone_number: number(contact) })).id);
  }
  await copy('human_calls');
  await compare('/human-calls', HUMAN_FILTERS);
});

import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { MIGRATIONS as ALL } from '../../migrations';
import { createDataSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrate';
import { createDatabase, dropDatabase } from '../harness/app';
import { BuiltService } from '../harness/built-service';
import { temporaryFolder } from '../harness/temporary-folder';

/** Migrations of several processes at once, and beside processes of the version before. */
let url: string;

beforeEach(async () => {
  url = await createDatabase();
});
afterEach(() => dropDatabase(url));

/** Reverts `count` migrations. */
async function takeBack(count: number): Promise<void> {
  const dataSource = await createDataSource(url).initialize();
  for (let left = count; left > 0; left--) await dataSource.undoLastMigration();
  await dataSource.destroy();
}

/** As a process that starts. */
async function start(): Promise<void> {
  const dataSource = await createDataSource(url).initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: url });
  // A test that fails leaves it open, and the database goes.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const MIGRATIONS = ALL.length;
const PEOPLE = 2;

test('migrates an empty database once by six processes that start at once', async () => {
  await takeBack(MIGRATIONS);
  await Promise.all(Array.from({ length: 6 }, start));
  const client = await connect();
  const { rows } = await client.query<{ name: string; times: number }>(
    'SELECT name, count(*)::int AS times FROM schema_migrations GROUP BY name',
  );
  expect(rows).toHaveLength(MIGRATIONS);
  expect(rows.every(({ times }) => times === 1)).toBe(true);
  const invalid = await client.query('SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid');
  expect(invalid.rows).toEqual([]);
  await client.end();
});

test('lets a process of the previous version write, and blocks none by a long query', async () => {
  await takeBack(MIGRATIONS - PEOPLE);
  const [reader, writer] = [await connect(), await connect()];
  // A transaction that is open for longer than a migration waits for its table.
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM outbox');
  let slowestMs = 0;
  let written = 0;
  let migrating = true;
  const write = async (): Promise<void> => {
    while (migrating) {
      const began = performance.now();
      await writer.query(`INSERT INTO outbox (type, payload) VALUES ('unheard.of', '{}')`);
      await writer.query(
        `INSERT INTO call_timeline (call_id, at, type, data) VALUES ('call_x', now(), 'held', '{}')`,
      );
      slowestMs = Math.max(slowestMs, performance.now() - began);
      written += 1;
      await wait(1);
    }
  };
  const writing = write();
  const migrated = start().finally(() => (migrating = false));
  await wait(5_000);
  expect(migrating).toBe(true);
  await reader.query('COMMIT');
  await migrated;
  await writing;
  expect(written).toBeGreaterThan(100);
  expect(slowestMs).toBeLessThan(4_800);
  const { rows } = await writer.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM outbox WHERE created_at <= now()',
  );
  expect(rows[0]?.count).toBe(written);
  await Promise.all([reader.end(), writer.end()]);
});

const NOW = new Date();

/** A call of the version before real calls, without its id and number. */
const CALL = {
  account_id: 'acct_1',
  agent_id: 'agent_1',
  variables: {},
  metadata: {},
  test: false,
  status: 'queued',
  created_at: NOW,
  queued_from: NOW,
  due_at: NOW,
  attempt: 0,
  credits_limit_talk: false,
  analysis_attempts: 0,
  may_retry: true,
};

/** The same of a human call. */
const HUMAN_CALL = {
  account_id: 'acct_1',
  counsellor_id: 'csl_1',
  counsellor_name: 'Meera',
  counsellor_email: 'm@example',
  metadata: {},
  analyze_call: false,
  status: 'queued',
  status_updates: 'realtime',
  hosted: true,
  created_at: NOW,
  analysis_status: 'not_requested',
  analysis_attempts: 0,
};

/** Queues both kinds of calls to a number as the version before real calls does. */
async function insertAsBefore(client: Client, phone_number: string): Promise<void> {
  await client.query(
    `INSERT INTO calls SELECT * FROM json_populate_recordset(json_populate_record(NULL::calls, $1::json), $2::json)
     ON CONFLICT (account_id, phone_number, test) WHERE status = 'queued' DO NOTHING`,
    [JSON.stringify(CALL), JSON.stringify([{ id: `call_${phone_number}`, phone_number }])],
  );
  await client.query(
    'INSERT INTO human_calls SELECT * FROM json_populate_recordset(NULL::human_calls, $1::json)',
    [JSON.stringify([{ ...HUMAN_CALL, id: `hcall_${phone_number}`, phone_number }])],
  );
}

test('stores calls of a process from before real calls as outbound', async () => {
  await takeBack(MIGRATIONS - ALL.findIndex(({ name }) => name.startsWith('RealCalls')));
  const client = await connect();
  // Foreign keys are triggers: the rows need no account and no agent.
  await client.query('SET session_replication_role = replica');
  await insertAsBefore(client, '+919876540001');
  await start();
  await insertAsBefore(client, '+919876540002');
  const { rows } = await client.query<{ is_outbound: boolean }>(
    `SELECT coalesce(direction, 'outbound') = 'outbound' AS is_outbound FROM calls`,
  );
  expect(rows).toEqual([{ is_outbound: true }, { is_outbound: true }]);
  expect((await client.query('SELECT FROM human_calls')).rowCount).toBe(2);
  await expect(client.query(`UPDATE calls SET direction = 'sideways'`)).rejects.toThrow('calls_direction');
  await client.end();
});

test('completes the columns of real calls and their checks after a killed migration', async () => {
  await takeBack(MIGRATIONS - ALL.findIndex(({ name }) => name.startsWith('RealCalls')));
  const client = await connect();
  await client.query(
    `ALTER TABLE calls ADD COLUMN direction text DEFAULT 'outbound', ADD COLUMN ended_by text`,
  );
  await client.query(
    `ALTER TABLE calls ADD CONSTRAINT calls_direction CHECK (direction IN ('outbound', 'inbound')) NOT VALID`,
  );
  await start();
  const { rows } = await client.query<{ conname: string }>(
    `SELECT conname FROM pg_constraint WHERE contype = 'c' AND convalidated
       AND conname IN ('calls_direction', 'calls_answered_by', 'calls_ended_by', 'calls_recording', 'human_calls_recording')`,
  );
  expect(rows).toHaveLength(5);
  await client.end();
});

test('rebuilds an index that a killed process left incomplete', async () => {
  await takeBack(MIGRATIONS - PEOPLE);
  const client = await connect();
  await client.query('CREATE INDEX calls_of_number ON calls (id)');
  await start();
  const { rows } = await client.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE indexname = 'calls_of_number'`,
  );
  expect(rows[0]?.indexdef).toMatch(/\(account_id, phone_number\)$/);
  await client.end();
});

test.each([
  ['begun to build the next', 'CREATE INDEX calls_due_next ON calls (id)'],
  ['put it in its place', 'CREATE INDEX calls_due_before ON calls (id)'],
])('replaces an index after a process that was killed when it had %s', async (_, left) => {
  await takeBack(MIGRATIONS - ALL.findIndex(({ name }) => name.startsWith('OneIndexEach')));
  const client = await connect();
  await client.query(left);
  await start();
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE indexname ~ '^calls_due'`,
  );
  expect(rows).toEqual([{ indexname: 'calls_due', indexdef: expect.stringContaining('IS NOT FALSE') }]);
  await client.end();
});

test('is not blocked by a process that dies during its migration', async () => {
  await takeBack(MIGRATIONS - PEOPLE);
  const [holder, admin] = [await connect(), await connect()];
  holder.on('error', () => undefined);
  await holder.query('SELECT pg_advisory_lock(7204611091)');
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const started = start();
  await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await started;
  expect((await admin.query('SELECT FROM schema_migrations')).rowCount).toBe(MIGRATIONS);
  await admin.end();
});

test('refuses a database of a newer version in one line, and changes nothing', async () => {
  const client = await connect();
  await client.query(
    `INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')`,
  );
  await client.query('UPDATE schema_readable_from SET migration = 9999999999999');
  const folder = temporaryFolder();
  const service = new BuiltService({ DATABASE_URL: url, DATA_DIR: folder.path });
  expect(await service.ended).toBe(1);
  expect(service.output).toMatch(
    /^The database was migrated by a newer version of the service \(Newer9999999999999\): start that version or a later one\.$/m,
  );
  expect((await client.query('SELECT FROM schema_migrations')).rowCount).toBe(MIGRATIONS + 1);
  await client.end();
  folder.remove();
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { command } from '../harness/commands';

const AGENT = { name: 'A', language: 'english', opening_line: 'Hello.', system_prompt: 'Be brief.' };
const SECRET = { SECRET_KEY: '5'.repeat(64) };
const OF_MIGRATIONS = ['schema_migrations', 'schema_readable_from'];

let dataDir: string;
let target: string;
let stop: () => Promise<void> = () => Promise.resolve();

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'aics-copy-'));
  target = await createDatabase();
  // As an operator makes one: without the tables of the tests' template.
  await onTarget('DROP SCHEMA public CASCADE', 'CREATE SCHEMA public');
});
afterEach(async () => {
  await stop();
  stop = () => Promise.resolve();
  await dropDatabase(target);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function onTarget(...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: target });
  await client.connect();
  try {
    const results: unknown[][] = [];
    for (const text of statements) results.push((await client.query<Record<string, unknown>>(text)).rows);
    return results.at(-1) ?? [];
  } finally {
    await client.end();
  }
}

const copy = (databaseUrl = target) => command({ databaseUrl, dataDir }, 'database', 'copy', '--json');

/** Every row as text, by its table, and the constraints of the tables. */
async function contentOf(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  const lines = async (text: string) =>
    (await client.query<{ line: string }>(text)).rows.map(({ line }) => line);
  try {
    const tables = await lines(
      `SELECT tablename AS line FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const copied = tables.filter((table) => !OF_MIGRATIONS.includes(table));
    const rows = new Map<string, string[]>();
    for (const table of copied) {
      rows.set(table, await lines(`SELECT row_to_json(t)::text AS line FROM ${table} t ORDER BY 1`));
    }
    const rules = await lines(
      `SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace ORDER BY 1`,
    );
    return { rows, rules };
  } finally {
    await client.end();
  }
}

async function callTwice(service: TestApp) {
  const account = await service.account();
  const api = service.api(account);
  const { id: agentId } = await api.post('/agents', { ...AGENT, name: 'É "1"\t\\N' });
  const [done, waiting] = await Promise.all(
    ['+919876543210', '+919876543211'].map((phone_number, at) =>
      api.post('/calls', {
        agent_id: agentId,
        phone_number,
        metadata: { n: '1.50', text: 'a\nb\t\\' },
        ...(at === 1 && { scheduled_for: new Date(service.clock.nowMs() + 3_600_000).toISOString() }),
      }),
    ),
  );
  return { account, done: (done as { id: string }).id, waiting: (waiting as { id: string }).id };
}

test('moves the embedded database to an external one, where the service continues', async () => {
  const original = await startEmbeddedPostgres({ dataDir, use: 'service', settings: { fsync: 'off' } });
  stop = () => original.stop();
  const before = await TestApp.start({ ...SECRET, DATABASE_URL: original.url }, original.url);
  const { account, done, waiting } = await callTwice(before);
  const status = async (service: TestApp, id: string) =>
    ((await service.http(account).get(`/calls/${id}`)).body as { status?: string }).status;
  await eventually(async () => expect(await status(before, done)).toBe('completed'), 30_000);
  const running = await copy();
  expect([running.code, running.stderr]).toEqual([1, expect.stringMatching(/^Another service .* stop it/u)]);
  await before.stop();
  const content = await contentOf(original.url);
  await original.stop();

  const { code, stdout } = await copy();
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { tables: content.rows.size, rows: [...content.rows.values()].flat().length },
  ]);
  expect(await contentOf(target)).toEqual(content);
  const after = await TestApp.start({ ...SECRET, DATABASE_URL: target }, target);
  stop = () => after.stop();
  expect(await status(after, done)).toBe('completed');
  await after.advance(2 * 3_600_000);
  await eventually(async () => expect(await status(after, waiting)).toBe('completed'), 30_000);

  const again = await copy();
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^The database at DATABASE_URL is not empty \(\w+ has rows\): a copy needs a new one\./u,
    ),
  ]);
});

test('refuses a database with other rows, or two databases, before any change', async () => {
  await (await startEmbeddedPostgres({ dataDir, use: 'service', settings: { fsync: 'off' } })).stop();
  await onTarget('CREATE TABLE orders AS SELECT 1 AS id');
  expect((await copy()).stderr).toMatch(/^The database at DATABASE_URL is not empty \(orders has rows\)/u);
  expect(await onTarget(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
    { tablename: 'orders' },
  ]);
  const other = await createDatabase();
  process.env['DATABASE_DIRECT_URL'] = other;
  try {
    expect((await copy()).stderr).toMatch(/^DATABASE_DIRECT_URL is another database than DATABASE_URL/u);
  } finally {
    delete process.env['DATABASE_DIRECT_URL'];
    await dropDatabase(other);
  }
});

test('leaves no rows after a failure in the middle', async () => {
  const original = await startEmbeddedPostgres({ dataDir, use: 'service', settings: { fsync: 'off' } });
  stop = () => original.stop();
  const service = await TestApp.start({ ...SECRET, DATABASE_URL: original.url }, original.url);
  await service.account();
  await service.stop();
  const client = new Client({ connectionString: original.url });
  await client.connect();
  // A row that the new database refuses: its account is missing.
  await client.query('ALTER TABLE api_keys DROP CONSTRAINT api_keys_account_id_fkey');
  await client.query(`UPDATE api_keys SET account_id = 'acct_none'`);
  await client.end();
  await original.stop();
  stop = () => Promise.resolve();
  const { code } = await copy();
  const { rows } = await contentOf(target);
  expect([code, [...rows.values()].flat()]).toEqual([1, []]);
});

test('creates no embedded database', async () => {
  const { code, stderr } = await copy();
  expect([code, stderr]).toEqual([
    1,
    `There is no embedded database in ${join(dataDir, 'postgres')}: set DATA_DIR.\n`,
  ]);
});

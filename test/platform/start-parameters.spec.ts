import type { Pool } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dataSourceOptions, serviceDataSourceOptions } from '../../src/platform/database/data-source';
import { HostProbe } from '../../src/platform/database/primary/host-probe';
import { openQueueBackend } from '../../src/platform/queues/queue-backend';
import { createDatabase, dropDatabase } from '../harness/app';

/** The operator's settings of a connection: in DATABASE_URL, and for every program of PostgreSQL. */
const OF_URL = '-c work_mem=8MB -c enable_seqscan=on -c jit=on';
const OF_ENVIRONMENT = '-c work_mem=9MB -c temp_buffers=10MB';

let plain: string;
let url: string;

beforeAll(async () => {
  plain = await createDatabase();
  const own = new URL(plain);
  own.searchParams.set('options', OF_URL);
  own.searchParams.set('statement_timeout', '1000');
  own.searchParams.set('idle_in_transaction_session_timeout', '1000');
  own.searchParams.set('lock_timeout', '7000');
  url = own.href;
  process.env['PGOPTIONS'] = OF_ENVIRONMENT;
});
afterAll(async () => {
  delete process.env['PGOPTIONS'];
  await dropDatabase(plain);
});

const SETTINGS = [
  'work_mem',
  'temp_buffers',
  'lock_timeout',
  'enable_seqscan',
  'jit',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
];

async function settings(options: DataSourceOptions): Promise<object> {
  const source = await new DataSource(options).initialize();
  try {
    const rows = await source.query<{ name: string; setting: string }[]>(
      'SELECT name, current_setting(name) AS setting FROM pg_settings WHERE name = ANY ($1)',
      [SETTINGS],
    );
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  } finally {
    await source.destroy();
  }
}

/** The URL's go before the environment's, as with PostgreSQL's own programs. */
const OPERATORS = { work_mem: '8MB', temp_buffers: '10MB', lock_timeout: '7s' };

test("sends the operator's settings after its own on connections of the service", async () => {
  expect(await settings(serviceDataSourceOptions(url))).toEqual({
    ...OPERATORS,
    enable_seqscan: 'off',
    jit: 'off',
    statement_timeout: '20s',
    idle_in_transaction_session_timeout: '10s',
  });
});

test('sends the same on connections of commands', async () => {
  expect(await settings(dataSourceOptions(url))).toMatchObject({
    ...OPERATORS,
    enable_seqscan: 'on',
    statement_timeout: '1min',
    idle_in_transaction_session_timeout: '1min',
  });
});

describe('on a database with other defaults', () => {
  const ALTER = (to: string) => `ALTER DATABASE ${new URL(plain).pathname.slice(1)} ${to}`;
  const NAMES = ['DateStyle', 'default_transaction_isolation'];

  const alter = async (...to: string[]) => {
    const source = await new DataSource(dataSourceOptions(plain)).initialize();
    for (const each of to) await source.query(ALTER(each));
    await source.destroy();
  };
  beforeAll(() =>
    alter("SET datestyle = 'German, DMY'", "SET default_transaction_isolation = 'serializable'"),
  );
  afterAll(() => alter('RESET datestyle', 'RESET default_transaction_isolation'));

  test.each([
    ['the service', serviceDataSourceOptions],
    ['commands', dataSourceOptions],
  ])('reads dates, and sees what others commit, on connections of %s', async (_, options) => {
    const source = await new DataSource(options(url)).initialize();
    try {
      const rows = await source.query<{ at: Date; settings: string[] }[]>(
        "SELECT '2026-11-30 10:00:00+00'::timestamptz AS at, ARRAY(SELECT current_setting(unnest($1::text[]))) AS settings",
        [NAMES],
      );
      expect(rows).toEqual([
        { at: new Date('2026-11-30T10:00:00Z'), settings: ['ISO, MDY', 'read committed'] },
      ]);
    } finally {
      await source.destroy();
    }
  });

  test('reads the clock of the primary', async () => {
    const probe = new HostProbe(plain);
    const { now } = (await probe.read()) ?? {};
    probe.close();
    expect(Math.abs((now?.getTime() ?? 0) - Date.now())).toBeLessThan(5_000);
  });
});

test('sets the schema of the queues on their connections', async () => {
  const { connection, close } = await openQueueBackend(url, null);
  try {
    const { rows } = await (connection as Pool).query(
      `SELECT current_setting('search_path') AS path, current_setting('work_mem') AS memory,
         current_setting('statement_timeout') AS timeout`,
    );
    expect(rows).toEqual([{ path: 'bullmq', memory: '8MB', timeout: '10s' }]);
  } finally {
    await close();
  }
});

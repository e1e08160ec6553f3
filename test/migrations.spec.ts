import { DataSource } from 'typeorm';
import { AccountSchema } from '../src/accounts/infrastructure/account.schema';
import { AgentSchema } from '../src/agents/infrastructure/agent.schema';
import { CallSchema } from '../src/calls/infrastructure/call.schema';
import { HumanCallSchema } from '../src/human-calls/infrastructure/human-call.schema';
import { dataSourceOptions } from '../src/platform/database/data-source';
import { migrate } from '../src/platform/database/migrate';
import { createDatabase, dropDatabase } from './harness/app';

const SCHEMAS = [AccountSchema, AgentSchema, CallSchema, HumanCallSchema];

let url: string;
let dataSource: DataSource;

beforeAll(async () => {
  url = await createDatabase();
  dataSource = await new DataSource(dataSourceOptions(url, SCHEMAS)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await dropDatabase(url);
});

test('the entity schemas and the migrated tables are the same', async () => {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  const own = SCHEMAS.map(({ options }) => options.tableName);
  const drift = upQueries
    .map(({ query }) => query)
    // Indexes, checks and foreign keys live in the migrations alone; columns must agree.
    .filter((query) => !/DROP (INDEX|CONSTRAINT)|ADD CONSTRAINT/.test(query))
    .filter((query) => own.some((table) => query.includes(`"${table}"`)));
  expect(drift).toEqual([]);
});

test('migrating twice, and by several processes at once, changes nothing', async () => {
  await Promise.all([migrate(dataSource), migrate(dataSource), migrate(dataSource)]);
  const rows = await dataSource.query<unknown[]>('SELECT name FROM schema_migrations');
  expect(rows).toHaveLength(dataSource.migrations.length);
});

test('a database of a newer version refuses to start, saying so', async () => {
  await dataSource.query(
    `INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')`,
  );
  await expect(migrate(dataSource)).rejects.toThrow(/newer version of the service \(Newer9999999999999\)/);
});

test('every migration can be taken back', async () => {
  await dataSource.query(`DELETE FROM schema_migrations WHERE name LIKE 'Newer%'`);
  for (let left = dataSource.migrations.length; left > 0; left--) await dataSource.undoLastMigration();
  const rows = await dataSource.query<{ table_name: string }[]>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  expect(rows.map((row) => row.table_name)).toEqual(['schema_migrations']);
  await migrate(dataSource);
});

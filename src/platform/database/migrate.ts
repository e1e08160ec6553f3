import type { DataSource } from 'typeorm';
import { StartupError } from '../startup-error';

/** Only one process at a time migrates; any constant that no other program uses will do. */
const ADVISORY_LOCK = 7_204_611_091;

/**
 * Brings the database to this version's schema: one process at a time, each migration in a transaction.
 * @throws StartupError when the database is newer than the code.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  if (await isCurrent(dataSource)) return;
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await refuseNewer(dataSource);
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => undefined);
    await runner.release();
  }
}

/** Nothing to do, by one look: starts and commands are quick then. */
async function isCurrent(dataSource: DataSource): Promise<boolean> {
  const applied = await appliedMigrations(dataSource);
  const known = dataSource.migrations.map(({ name }) => name ?? '');
  return applied.length === known.length && known.every((name) => applied.includes(name));
}

async function appliedMigrations(dataSource: DataSource): Promise<string[]> {
  const [table] = await dataSource.query<{ name: string | null }[]>(
    `SELECT to_regclass('schema_migrations')::text AS name`,
  );
  if (!table?.name) return [];
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM schema_migrations');
  return rows.map(({ name }) => name);
}

async function refuseNewer(dataSource: DataSource): Promise<void> {
  const known = new Set(dataSource.migrations.map(({ name }) => name));
  const unknown = (await appliedMigrations(dataSource)).find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new StartupError(
    `The database was migrated by a newer version of the service (${unknown}): start that version or a later one.`,
  );
}

import { setTimeout as wait } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { StartupError } from '../startup-error';
import { sqlState } from './sql-state';

const ADVISORY_LOCK = 7_204_611_091;

const LOCK_POLL_INTERVAL_MS = 100;

/** Other processes' statements queue behind a migration that waits for their table. */
const LOCK_TIMEOUT_MS = 2_000;
const MAX_LOCK_ATTEMPTS = 30;
const LOCK_NOT_AVAILABLE = '55P03';

/** The oldest PostgreSQL that BullMQ supports; our own statements run there, too. */
const MIN_POSTGRES_VERSION = 13;

/**
 * Migrates the database to this version's schema, one process at a time. Older processes may continue to work. Resolves
 * with the number of migrations that it made.
 * @throws StartupError when the server is too old, the database newer than the code, or a new one without UTF8
 */
export async function migrate(dataSource: DataSource): Promise<number> {
  refuseOldServer(dataSource);
  if (await isUsable(dataSource)) return 0;
  await refuseOtherEncoding(dataSource);
  const runner = dataSource.createQueryRunner();
  try {
    await acquireLock(runner);
    await refuseNewer(dataSource);
    // An index on a large table may exceed the service's statement timeout.
    await runner.query('SET statement_timeout = 0');
    await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    return await runPending(dataSource, runner);
  } finally {
    // Closing the connection resets its settings and releases the lock.
    await runner.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await runner.query('RESET ALL').catch(() => undefined);
    await runner.release();
  }
}

/** Polls: an index built CONCURRENTLY waits for every running statement, so a statement that waits would deadlock. */
async function acquireLock(runner: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS acquired', [ADVISORY_LOCK])) as {
      acquired: boolean;
    }[];
    if (row?.acquired) return;
    await wait(LOCK_POLL_INTERVAL_MS);
  }
}

/** Retries a migration whose table was in use; between the tries the other processes proceed. */
async function runPending(dataSource: DataSource, runner: QueryRunner): Promise<number> {
  for (let tries = 1; ; tries++) {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    try {
      return (await executor.executePendingMigrations()).length;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || tries === MAX_LOCK_ATTEMPTS) throw error;
      await wait(LOCK_TIMEOUT_MS);
    }
  }
}

/**
 * Whether this version works on the database as it is, also on one that a newer version has migrated (R210).
 * @throws StartupError when only newer versions can use it
 */
export async function isUsable(dataSource: DataSource): Promise<boolean> {
  const applied = await appliedMigrations(dataSource);
  const known = dataSource.migrations.map(({ name }) => name ?? '');
  if (!known.every((name) => applied.includes(name))) return false;
  if (applied.length > known.length) await refuseNewer(dataSource);
  return true;
}

async function appliedMigrations(dataSource: DataSource): Promise<string[]> {
  const [table] = await dataSource.query<{ name: string | null }[]>(
    `SELECT to_regclass('schema_migrations')::text AS name`,
  );
  if (!table?.name) return [];
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM schema_migrations');
  return rows.map(({ name }) => name);
}

/** The driver reads the version when it connects. */
function refuseOldServer({ driver: { version = '' } }: DataSource): void {
  if (parseInt(version, 10) < MIN_POSTGRES_VERSION) {
    throw new StartupError(
      `DATABASE_URL: the PostgreSQL there is version ${version}, and the service needs ${MIN_POSTGRES_VERSION} or newer.`,
    );
  }
}

/** Other encodings lack most letters, and SQL_ASCII counts octets. A database that has the tables stays as it is. */
async function refuseOtherEncoding(dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ server_encoding: string }[]>('SHOW server_encoding');
  if (row?.server_encoding === 'UTF8' || (await appliedMigrations(dataSource)).length > 0) return;
  throw new StartupError(
    `DATABASE_URL: the database has the encoding ${row?.server_encoding}, and the service needs UTF8.`,
  );
}

async function refuseNewer(dataSource: DataSource): Promise<void> {
  const known = dataSource.migrations.map(({ name }) => name ?? '');
  const applied = await appliedMigrations(dataSource);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const isComplete = known.every((name) => applied.includes(name));
  if (isComplete && Math.max(...known.map(timestampOf)) >= (await readableFrom(dataSource))) return;
  throw new StartupError(
    `The database was migrated by a newer version of the service (${unknown}): start that version or a later one.`,
  );
}

/** TypeORM's names end in the timestamp, in milliseconds. */
const TIMESTAMP_DIGITS = 13;

const timestampOf = (name: string): number => Number(name.slice(-TIMESTAMP_DIGITS));

async function readableFrom(dataSource: DataSource): Promise<number> {
  const [table] = await dataSource.query<{ name: string | null }[]>(
    `SELECT to_regclass('schema_readable_from')::text AS name`,
  );
  if (!table?.name) return Infinity;
  const [row] = await dataSource.query<{ migration: string }[]>('SELECT migration FROM schema_readable_from');
  return Number(row?.migration ?? Infinity);
}

import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { withClient } from './access/with-client';
import { countWarnings, UnknownCommitError, warningsOf } from './commit-outcome';

/** Filled by migrations. */
const OF_MIGRATIONS = ['schema_migrations', 'schema_readable_from'];

export interface Copied {
  readonly tables: number;
  readonly rows: number;
}

/** A table of the target has rows. */
export class TargetNotEmpty extends Error {
  override readonly name = 'TargetNotEmpty';

  constructor(readonly table: string) {
    super(`${table} has rows`);
  }
}

/**
 * Copies all rows and the state of the sequences, in one transaction of the target: all or nothing. Both databases have the
 * schema of this version; the versions of their servers may differ. Queues are in another schema and are not copied.
 * @throws TargetNotEmpty
 * @throws UnknownCommitError when the wait for a standby was canceled
 */
export function copyRows(sourceUrl: string, targetUrl: string): Promise<Copied> {
  return withClient({ connectionString: sourceUrl }, (source) =>
    withClient({ connectionString: targetUrl }, async (target) => {
      await Promise.all([removeTimeLimits(source), removeTimeLimits(target)]);
      await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await target.query('BEGIN');
      const copied = await copyTables(source, target);
      await copySequences(source, target);
      await commit(target);
      // Statistics for the first plans. The rows are committed: a failure here is none of the copy.
      await target.query('ANALYZE').catch(() => undefined);
      return copied;
    }),
  );
}

async function commit(client: Client): Promise<void> {
  countWarnings(client);
  await client.query('COMMIT');
  if (warningsOf(client) > 0) throw new UnknownCommitError();
}

/** Checks every table, also those of another application, and before the first migration. @throws TargetNotEmpty */
export function requireEmptyDatabase(url: string): Promise<void> {
  return withClient({ connectionString: url }, requireEmpty);
}

/** A large table may need longer than the role allows. */
async function removeTimeLimits(client: Client): Promise<void> {
  await client.query('SET statement_timeout = 0');
  await client.query('SET idle_in_transaction_session_timeout = 0');
}

async function copyTables(source: Client, target: Client): Promise<Copied> {
  const tables = await tablesOf(source);
  await requireEmpty(target);
  const foreignKeys = await dropForeignKeys(target);
  let rows = 0;
  for (const { name, columns } of tables) {
    const list = columns.join(', ');
    const written = target.query(from(`COPY ${name} (${list}) FROM STDIN`));
    await pipeline(source.query(to(`COPY ${name} (${list}) TO STDOUT`)), written);
    rows += written.rowCount;
  }
  for (const { table, name, definition } of foreignKeys) {
    await target.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  return { tables: tables.length, rows };
}

/** Names are quoted where SQL needs it. The order of columns may differ between two databases. */
async function tablesOf(client: Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT quote_ident(relname) AS name, array_agg(quote_ident(attname) ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1)
       AND attnum > 0 AND NOT attisdropped
     GROUP BY relname ORDER BY relname`,
    [OF_MIGRATIONS],
  );
  return rows;
}

async function requireEmpty(client: Client): Promise<void> {
  for (const { name } of await tablesOf(client)) {
    const { rowCount } = await client.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount !== 0) throw new TargetNotEmpty(name);
  }
}

/** Tables refer to each other in both directions, so no order of copying satisfies every foreign key. */
async function dropForeignKeys(
  client: Client,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'f' ORDER BY 1, 2`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}

async function copySequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; value: string | null }>(
    `SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public'`,
  );
  for (const { name, value } of rows) {
    if (value !== null) await target.query('SELECT setval($1::regclass, $2)', [name, value]);
  }
}

import { DataSource } from 'typeorm';
import { StartupError } from '../../startup-error';
import { commandDataSourceOptions, createDataSource } from '../data-source';
import { isUsable, migrate } from '../migrate';
import { findPrimary } from '../primary/find-primary';
import { connectionTo } from '../start-parameters';
import {
  differingSettings,
  REQUIRED_NAMES,
  roleSettings,
  SERVICE_LIMITS,
  SERVICE_SETTINGS,
} from '../service-settings';
import type { DatabaseAccess } from './database-access';
import type { Endpoint } from './endpoint';
import { withClient } from './with-client';

/** @throws StartupError when none of several hosts accepts writes */
export async function findPrimaries({ main, session }: DatabaseAccess): Promise<void> {
  await findPrimary(main, 'DATABASE_URL');
  if (session && session !== main) await findPrimary(session, 'DATABASE_DIRECT_URL');
}

/**
 * Resolves with the number of migrations that it made.
 * @throws StartupError when the database cannot be used, or has to be migrated and there is no session for it
 */
export async function migrateWhereNeeded(access: DatabaseAccess): Promise<number> {
  const dataSource = access.session
    ? createDataSource(access.session.url, access.session)
    : new DataSource(commandDataSourceOptions(access));
  await dataSource.initialize();
  try {
    if (access.session) return await migrate(dataSource);
    if (await isUsable(dataSource)) return 0;
    throw notMigrated();
  } finally {
    await dataSource.destroy();
  }
}

function notMigrated(): StartupError {
  return new StartupError(
    'The database is not migrated, and a transaction pooler gives no session to do it with. Run: cli database migrate, with DATABASE_DIRECT_URL past the pooler.',
  );
}

/** @throws StartupError when DATABASE_DIRECT_URL is another database than DATABASE_URL */
export async function requireSameDatabase({ main, session }: DatabaseAccess): Promise<void> {
  if (!session || session === main) return;
  const [one, other] = await Promise.all([identityOf(main), identityOf(session)]);
  if (one === other) return;
  throw new StartupError(
    'DATABASE_DIRECT_URL is another database than DATABASE_URL: it must lead past the pooler to the same one.',
  );
}

/** Unlike the system identifier, any role may read these. */
async function identityOf(endpoint: Endpoint): Promise<string> {
  const { url, options } = connectionTo(endpoint.url);
  return withClient({ connectionString: url, options }, async (client) => {
    const { rows } = await client.query<{ identity: string }>(
      `SELECT concat_ws(' ', oid, datname, pg_postmaster_start_time()) AS identity
       FROM pg_database WHERE datname = current_database()`,
    );
    return rows[0]?.identity ?? '';
  });
}

/** @throws StartupError when connections lack the settings of the service */
export async function requireSettings({ main, pooling }: DatabaseAccess): Promise<void> {
  const { url, options } = connectionTo(main.url, ...SERVICE_SETTINGS);
  const limits = {
    statement_timeout: SERVICE_LIMITS.statementMs,
    idle_in_transaction_session_timeout: SERVICE_LIMITS.pauseMs,
  };
  const sent = pooling === 'session' ? { options, ...limits } : {};
  const differing = await withClient({ connectionString: url, ...sent }, async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS setting (name)',
      [REQUIRED_NAMES],
    );
    return differingSettings(new Map(rows.map(({ name, value }) => [name, value])));
  });
  if (differing.length === 0) return;
  const found = differing.map(([name, value]) => `${name}=${value}`).join(', ');
  const statements = roleSettings(
    main.url,
    differing.map(([name]) => name),
  ).join(' ');
  throw new StartupError(
    pooling === 'session'
      ? `Connections have ${found}: the pooler drops start options. Set DATABASE_POOLING=transaction and run: ${statements}`
      : `Connections have ${found}: behind a transaction pooler settings are the role's. Run: ${statements}`,
  );
}

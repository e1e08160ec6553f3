import { DataSource, type EntitySchema } from 'typeorm';
import { MIGRATIONS } from '../../../migrations';
import { CONNECTIONS } from './access/connect-timeout';
import { accessTo, type DatabaseAccess } from './access/database-access';
import type { Endpoint } from './access/endpoint';
import { COMMON_SETTINGS, SERVICE_LIMITS, SERVICE_SETTINGS } from './service-settings';
import { clientWithTimeout } from './timeout-client';
import { connectionTo } from './start-parameters';

const COMMAND_POOL_SIZE = 20;

/** Timeout of a command's statement, and of a pause within its transaction. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** Statements are sent without waiting for the answers of those before: see UnitOfWork. */
const CONNECTION = { keepAlive: true, pipeline: true } as const;

/** Where the role has the service's settings, a command resets those of plans. */
const BY_COST = ['-c enable_seqscan=on', '-c jit=off'];

/** @param reach a URL stands for sessions of that one server */
export function serviceDataSourceOptions(reach: DatabaseAccess | string) {
  const access = typeof reach === 'string' ? accessTo(reach) : reach;
  const { statementMs, pauseMs } = SERVICE_LIMITS;
  const Client = clientWithTimeout(statementMs, access.main);
  const base = { ...dataSourceOptions(access.main.url), poolSize: access.poolSize };
  if (access.pooling === 'transaction') return { ...base, extra: { ...CONNECTION, Client } };
  const limits = { statement_timeout: statementMs, idle_in_transaction_session_timeout: pauseMs };
  const { options } = connectionTo(access.main.url, ...SERVICE_SETTINGS);
  return { ...base, extra: { ...CONNECTION, options, ...limits, Client } };
}

/** Options for commands. Sessions bypass the pooler where a direct connection exists. */
export function commandDataSourceOptions({ main, session, pooling }: DatabaseAccess) {
  if (session === null) {
    const Client = clientWithTimeout(STATEMENT_TIMEOUT_MS, main);
    return { ...dataSourceOptions(main.url), extra: { ...CONNECTION, Client } };
  }
  const options = dataSourceOptions(session.url, [], pooling === 'transaction' ? BY_COST : []);
  return {
    ...options,
    extra: { ...options.extra, Client: clientWithTimeout(STATEMENT_TIMEOUT_MS, session) },
  };
}

/** `entities` are the schemas that contexts registered with `TypeOrmModule.forFeature`. */
export function dataSourceOptions(
  databaseUrl: string,
  entities: EntitySchema[] = [],
  settings: readonly string[] = [],
) {
  const { url, options } = connectionTo(databaseUrl, ...COMMON_SETTINGS, ...settings);
  return {
    type: 'postgres' as const,
    url,
    entities,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logging: false,
    poolSize: COMMAND_POOL_SIZE,
    connectTimeoutMS: CONNECTIONS.timeoutMs,
    applicationName: 'ai-calling-service',
    extra: {
      ...CONNECTION,
      options,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    },
  };
}

export function createDataSource(url: string, endpoint?: Endpoint): DataSource {
  const options = dataSourceOptions(url);
  const Client = endpoint && clientWithTimeout(STATEMENT_TIMEOUT_MS, endpoint);
  return new DataSource({ ...options, poolSize: 4, extra: { ...options.extra, ...(Client && { Client }) } });
}

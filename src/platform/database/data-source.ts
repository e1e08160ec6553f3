import { DataSource, type EntitySchema } from 'typeorm';
import { MIGRATIONS } from '../../../migrations';
import { clientWithTimeout } from './timeout-client';
import { connectionTo } from './start-parameters';

/** Connections of a process; few, since PostgreSQL does the work and many processes share it. */
export const POOL_SIZE = 20;

/** How long a statement waits for a connection of the pool or of the server. */
const CONNECT_TIMEOUT_MS = 2_000;

/** Timeout of a command's statement, and of a pause within its transaction. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Limits of a running service. They bound how long a worker that vanished inside a transaction blocks rows, and how
 * long a statement on a dead connection occupies the pool.
 */
const SERVICE_LIMITS = { statementMs: 20_000, pauseMs: 10_000 } as const;

/** Statements are sent without waiting for the answers of those before: see UnitOfWork. */
const CONNECTION = { keepAlive: true, pipeline: true } as const;

/**
 * A connection caches the plan of a statement until PostgreSQL analyses the table again, a minute or more. A plan
 * made for the ten calls of a new service would read thirty thousand rows for each change of one. No statement of a
 * running service should scan a whole table that has an index. Up to PostgreSQL 17 an unavoidable scan then has such
 * a high cost that JIT would compile it first; nothing here runs long enough to profit.
 */
const BY_INDEX = ['-c enable_seqscan=off', '-c jit=off'];

/** The pool of a running service, which gives up connections that fell silent. */
export function serviceDataSourceOptions(databaseUrl: string) {
  const { statementMs, pauseMs } = SERVICE_LIMITS;
  const limits = { statement_timeout: statementMs, idle_in_transaction_session_timeout: pauseMs };
  const { options } = connectionTo(databaseUrl, ...BY_INDEX);
  const extra = { ...CONNECTION, options, ...limits, Client: clientWithTimeout(statementMs) };
  return { ...dataSourceOptions(databaseUrl), extra };
}

/** The service's database. `entities` are the schemas that contexts registered with `TypeOrmModule.forFeature`. */
export function dataSourceOptions(databaseUrl: string, entities: EntitySchema[] = []) {
  const { url, options } = connectionTo(databaseUrl);
  return {
    type: 'postgres' as const,
    url,
    entities,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logging: false,
    poolSize: POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: 'ai-calling-service',
    extra: {
      ...CONNECTION,
      options,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    },
  };
}

/** A connection of its own, for migrations and the operator's commands. */
export function createDataSource(url: string): DataSource {
  return new DataSource({ ...dataSourceOptions(url), poolSize: 4 });
}

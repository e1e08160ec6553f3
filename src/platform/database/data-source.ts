import { DataSource, type EntitySchema } from 'typeorm';
import { MIGRATIONS } from '../../../migrations';
import { clientWithTimeout } from './timeout-client';
import { connectionTo } from './start-parameters';

export const POOL_SIZE = 20;

const CONNECT_TIMEOUT_MS = 2_000;

/** Timeout of a command's statement, and of a pause within its transaction. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** Bounds how long a vanished worker blocks rows, and how long a statement on a dead connection occupies the pool. */
const SERVICE_LIMITS = { statementMs: 20_000, pauseMs: 10_000 } as const;

/** Statements are sent without waiting for the answers of those before: see UnitOfWork. */
const CONNECTION = { keepAlive: true, pipeline: true } as const;

/**
 * A connection caches a plan until PostgreSQL analyses the table again, a minute or more. A plan made for a new
 * service's ten calls would read thirty thousand rows for each change of one, so scans of indexed tables are off. Up
 * to PostgreSQL 17 JIT would compile an unavoidable scan first, because of its high cost.
 */
const BY_INDEX = ['-c enable_seqscan=off', '-c jit=off'];

export function serviceDataSourceOptions(databaseUrl: string) {
  const { statementMs, pauseMs } = SERVICE_LIMITS;
  const limits = { statement_timeout: statementMs, idle_in_transaction_session_timeout: pauseMs };
  const { options } = connectionTo(databaseUrl, ...BY_INDEX);
  const extra = { ...CONNECTION, options, ...limits, Client: clientWithTimeout(statementMs) };
  return { ...dataSourceOptions(databaseUrl), extra };
}

/** `entities` are the schemas that contexts registered with `TypeOrmModule.forFeature`. */
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

export function createDataSource(url: string): DataSource {
  return new DataSource({ ...dataSourceOptions(url), poolSize: 4 });
}

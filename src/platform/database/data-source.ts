import { DataSource, type EntitySchema } from 'typeorm';
import { MIGRATIONS } from '../../../migrations';
import { clientWithTimeout } from './timeout-client';
import { connectionTo } from './start-parameters';

/** Connections of a process; few, since PostgreSQL does the work and many processes share it. */
export const POOL_SIZE = 20;

/** How long a statement waits for a connection of the pool or of the server. */
const CONNECT_TIMEOUT_MS = 2_000;

/** What a statement of a command, and a pause within a transaction, may take. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * The same for a running service: others wait for its locks. A worker that vanished in a transaction holds them for the
 * pause; a statement without an answer, on a connection that is dead at this end alone, costs its place in the pool.
 */
const SERVICE_LIMITS = { statementMs: 20_000, pauseMs: 10_000 } as const;

/** Statements are sent without waiting for the answers of those before: see UnitOfWork. */
const CONNECTION = { keepAlive: true, pipeline: true } as const;

/**
 * A connection keeps the plan of a statement until PostgreSQL counts the table's rows anew, a minute or more: a plan made
 * for the ten calls of a new service reads thirty thousand, whole, for each change of one. No statement of a running
 * service is meant to read a whole table where an index leads to its rows. Until PostgreSQL 17 a scan that cannot be
 * avoided then counts as so dear that it would be compiled first; nothing here runs long enough for that.
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

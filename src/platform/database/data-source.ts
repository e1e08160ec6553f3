import { DataSource, type EntitySchema } from 'typeorm';
import { MIGRATIONS } from '../../../migrations';

/** The pool of a process; small, since PostgreSQL does the work and many processes share it. */
const POOL_SIZE = 20;

/** How long a statement waits for a connection of the pool or of the server. */
const CONNECT_TIMEOUT_MS = 2_000;

/** The service's database. `entities` are the schemas that contexts registered with `TypeOrmModule.forFeature`. */
export function dataSourceOptions(url: string, entities: EntitySchema[] = []) {
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
    extra: { keepAlive: true, statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 },
  };
}

/** A connection of its own, for migrations and the operator's commands. */
export function createDataSource(url: string): DataSource {
  return new DataSource({ ...dataSourceOptions(url), poolSize: 4 });
}

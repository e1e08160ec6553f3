import { databaseHosts } from '../database/access/database-hosts';
import { StartupError } from '../startup-error';
import {
  type Environment,
  flag,
  oneOf,
  type Parser,
  read,
  SecretProblem,
  wholeNumber,
} from './config-values';

type Pooling = 'session' | 'transaction';

export interface DatabaseConfig {
  /** Past the pooler. `null`: DATABASE_URL leads to the server itself. */
  readonly directUrl: string | null;
  /** How much of a session a connection of DATABASE_URL preserves. */
  readonly pooling: Pooling;
  /** Statements are prepared by name, once for each connection. */
  readonly prepares: boolean;
  /** Connections of a process at most. */
  readonly poolSize: number;
}

/** Group commits of a process may use 18 of them. */
export const MIN_POOL_SIZE = 20;
const MAX_POOL_SIZE = 100;

/** One host, or several with a comma between them. */
export const databaseUrlOf: Parser<string> = (value) => {
  const problem = databaseHosts(value).problem;
  if (problem !== null) throw new SecretProblem(problem);
  return value;
};

/** `DATABASE_*` beside the URL. @throws StartupError when they are set without it */
export function readDatabase(env: Environment, databaseUrl: string | null): DatabaseConfig {
  const directUrl = read(env, 'DATABASE_DIRECT_URL', null, databaseUrlOf);
  const pooling = read<Pooling, Pooling>(
    env,
    'DATABASE_POOLING',
    'session',
    oneOf<Pooling>(['session', 'transaction']),
  );
  if (databaseUrl === null && (directUrl !== null || pooling === 'transaction')) {
    const name = directUrl === null ? 'DATABASE_POOLING=transaction' : 'DATABASE_DIRECT_URL';
    throw new StartupError(`${name} needs DATABASE_URL: the embedded database has no pooler.`);
  }
  return {
    directUrl,
    pooling,
    prepares: read(env, 'DATABASE_PREPARE', pooling === 'session', flag),
    poolSize: read(env, 'DATABASE_POOL', MIN_POOL_SIZE, wholeNumber(MIN_POOL_SIZE, MAX_POOL_SIZE)),
  };
}

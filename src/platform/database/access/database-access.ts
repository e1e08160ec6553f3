import { type DatabaseConfig, MIN_POOL_SIZE } from '../../config/config-database';
import { Endpoint } from './endpoint';

/** How a process reaches its database. */
export interface DatabaseAccess {
  /** The endpoint for the service's statements; it may be a pooler. */
  readonly main: Endpoint;
  /** Sessions of the server itself, for migrations, LISTEN and queues. `null`: a transaction pooler is the only way. */
  readonly session: Endpoint | null;
  readonly pooling: DatabaseConfig['pooling'];
  readonly prepares: boolean;
  readonly poolSize: number;
  /** This process started the server. */
  readonly isEmbedded: boolean;
}

const DEFAULTS: DatabaseConfig = {
  directUrl: null,
  pooling: 'session',
  prepares: true,
  poolSize: MIN_POOL_SIZE,
};

/** @param url of DATABASE_URL, or of the embedded server */
export function accessTo(
  url: string,
  { directUrl, pooling, prepares, poolSize }: DatabaseConfig = DEFAULTS,
  isEmbedded = false,
): DatabaseAccess {
  const main = new Endpoint(url, pooling === 'transaction');
  const direct = directUrl === null ? null : new Endpoint(directUrl);
  const session = direct ?? (pooling === 'session' ? main : null);
  return { main, session, pooling, prepares, poolSize, isEmbedded };
}

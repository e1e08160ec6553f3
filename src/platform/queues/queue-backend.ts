import { runMigrations, setDefaultBackendFactory } from 'bullmq';
import { Redis, ReplyError } from 'ioredis';
import { Pool, type PoolClient } from 'pg';
import { accessTo, type DatabaseAccess } from '../database/access/database-access';
import { clientWithTimeout } from '../database/timeout-client';
import { COMMON_SETTINGS } from '../database/service-settings';
import { connectionTo } from '../database/start-parameters';
import { StartupError } from '../startup-error';
import { withTimeout } from '../kernel/time/timeout';
import { createPostgresQueues } from './postgres-queues';
import { RedisShutdown } from './redis-shutdown';

/** Each worker uses one connection for LISTEN, and jobs need some. */
const POOL_SIZE = 16;

/** A slower statement has lost its connection. */
const STATEMENT_TIMEOUT_MS = 10_000;

const CONNECT_TIMEOUT_MS = 5_000;

/** A job is a reminder, which a failover may lose: it waits for no standby. */
const SETTINGS = [...COMMON_SETTINGS, '-c search_path=bullmq', '-c synchronous_commit=local'];

export interface QueueBackend {
  readonly connection: Pool | Redis;
  /** From now on nothing waits forever for a lost server. */
  beginShutdown(): void;
  close(): Promise<void>;
}

/** Prepares BullMQ before the application is created. @throws StartupError when Redis or sessions are missing */
export async function openQueueBackend(
  access: DatabaseAccess | string,
  redisUrl: string | null,
): Promise<QueueBackend> {
  if (redisUrl !== null) return openRedis(redisUrl);
  const { session } = typeof access === 'string' ? accessTo(access) : access;
  if (!session) throw queuesNeedSession();
  const { url, options } = connectionTo(session.url, ...SETTINGS);
  const pool = new Pool({
    connectionString: url,
    options,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    Client: clientWithTimeout(STATEMENT_TIMEOUT_MS, session),
    max: POOL_SIZE,
    application_name: 'ai-calling-service queues',
  });
  pool.on('error', () => undefined);
  // Each queue and worker listens to the one pool; Node warns from the eleventh listener on.
  pool.setMaxListeners(0);
  const client: PoolClient = await pool.connect();
  try {
    await requireSearchPath(client);
    await runMigrations(client, 'bullmq');
  } catch (error) {
    client.release(true);
    await pool.end();
    throw error;
  }
  client.release();
  setDefaultBackendFactory(createPostgresQueues);
  return {
    connection: pool,
    // Statements have timeouts of their own.
    beginShutdown: () => undefined,
    close: () => pool.end(),
  };
}

function queuesNeedSession(): StartupError {
  return new StartupError(
    'DATABASE_POOLING=transaction: queues need REDIS_URL, or DATABASE_DIRECT_URL past the pooler.',
  );
}

/** @throws StartupError when a pooler dropped the start options: every queue would fail */
async function requireSearchPath(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ search_path: string }>('SHOW search_path');
  const path = rows[0]?.search_path ?? '';
  if (path === 'bullmq') return;
  throw new StartupError(
    `Connections have search_path=${path}: the pooler drops start options. Set DATABASE_DIRECT_URL past the pooler, or REDIS_URL, for the queues.`,
  );
}

/** Lines of INFO from servers that respond, but on which every queue would fail. */
const UNUSABLE_REDIS: readonly (readonly [line: RegExp, message: string])[] = [
  [
    /^redis_mode:sentinel\r?$/mu,
    'REDIS_URL leads to a Redis Sentinel, which stores no queues: give the address of the Redis that it watches.',
  ],
  [
    /^redis_mode:cluster\r?$/mu,
    'REDIS_URL leads to a node of a Redis Cluster: queues need all their keys in one Redis. Give the address of one without cluster mode, or leave REDIS_URL out.',
  ],
  [
    /^role:slave\r?$/mu,
    'REDIS_URL leads to a replica, which accepts no writes: give the address of its primary.',
  ],
];

/** @throws StartupError */
async function connectToRedis(redis: Redis): Promise<void> {
  await redis.connect();
  const info = await redis.info();
  const unusable = UNUSABLE_REDIS.find(([line]) => line.test(info));
  if (unusable) throw new StartupError(unusable[1]);
  await requireDatabase(redis);
}

/** The client goes on in database 0, which another service may use, when it cannot have its own. */
async function requireDatabase(redis: Redis): Promise<void> {
  const { db = 0 } = redis.options;
  if (db === 0) return;
  try {
    await redis.select(db);
  } catch {
    throw new StartupError(
      `REDIS_URL names database ${db}, which that Redis does not have: name a lower one, or raise its setting databases.`,
    );
  }
}

const isReply = (error: unknown): error is Error => error instanceof ReplyError;

async function openRedis(redisUrl: string): Promise<QueueBackend> {
  // Restores the factory for Redis: BullMQ has one for the process.
  setDefaultBackendFactory();
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null, lazyConnect: true });
  // `connect` rejects without the reason.
  let refusal: string | null = null;
  redis.on('error', (error) => {
    if (isReply(error)) refusal = error.message;
  });
  try {
    await withTimeout(CONNECT_TIMEOUT_MS, connectToRedis(redis), () => {
      throw new Error('no answer in time');
    });
  } catch (error) {
    redis.disconnect();
    if (error instanceof StartupError) throw error;
    if (isReply(error)) refusal = error.message;
    throw new StartupError(
      refusal === null
        ? 'REDIS_URL: no Redis answers there. Start it, correct the URL, or leave REDIS_URL out.'
        : `REDIS_URL: the Redis there refuses this process (${refusal}): correct user and password in the URL, or its settings.`,
    );
  }
  const shutdown = new RedisShutdown(redis);
  return { connection: redis, beginShutdown: () => shutdown.begin(), close: () => shutdown.close() };
}

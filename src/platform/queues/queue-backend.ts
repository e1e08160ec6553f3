import { createPostgresBackend, runMigrations, setDefaultBackendFactory } from 'bullmq';
import { Redis } from 'ioredis';
import { Pool, type PoolClient } from 'pg';
import { clientWithTimeout } from '../database/timeout-client';
import { connectionTo } from '../database/start-parameters';
import { StartupError } from '../startup-error';
import { withTimeout } from '../within';

/** Each worker uses one connection for LISTEN, and jobs need some. */
const POOL_SIZE = 16;

/** A slower statement has lost its connection. */
const STATEMENT_TIMEOUT_MS = 10_000;

const CONNECT_TIMEOUT_MS = 5_000;

export interface QueueBackend {
  readonly connection: Pool | Redis;
  close(): Promise<void>;
}

/** Prepares BullMQ before the application is created. @throws StartupError when Redis does not respond */
export async function openQueueBackend(databaseUrl: string, redisUrl: string | null): Promise<QueueBackend> {
  if (redisUrl !== null) return openRedis(redisUrl);
  const { url, options } = connectionTo(databaseUrl, '-c search_path=bullmq');
  const pool = new Pool({
    connectionString: url,
    options,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    Client: clientWithTimeout(STATEMENT_TIMEOUT_MS),
    max: POOL_SIZE,
    application_name: 'ai-calling-service queues',
  });
  pool.on('error', () => undefined);
  pool.setMaxListeners(0);
  const client: PoolClient = await pool.connect();
  try {
    await runMigrations(client, 'bullmq');
  } finally {
    client.release();
  }
  setDefaultBackendFactory(createPostgresBackend);
  return {
    connection: pool,
    close: () => pool.end(),
  };
}

async function openRedis(redisUrl: string): Promise<QueueBackend> {
  setDefaultBackendFactory();
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null, lazyConnect: true });
  redis.on('error', () => undefined);
  try {
    await withTimeout(CONNECT_TIMEOUT_MS, redis.connect(), () => {
      throw new Error('no answer in time');
    });
  } catch {
    redis.disconnect();
    throw new StartupError(
      'REDIS_URL: no Redis answers there. Start it, correct the URL, or leave REDIS_URL out.',
    );
  }
  return {
    connection: redis,
    close: async () => {
      await redis.quit().catch(() => undefined);
    },
  };
}

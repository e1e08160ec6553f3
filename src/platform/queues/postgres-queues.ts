import { setTimeout as wait } from 'node:timers/promises';
import {
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
} from 'bullmq';

/** Between claims that fail: a worker's loop repeats them without a pause. */
const CLAIM_RETRY_MS = 250;

/**
 * Ready from the start: the schema was checked when the backend was opened. BullMQ checks it for each queue and remembers
 * a failure, so that a connection that breaks at the start would let every job of that queue fail for ever.
 */
class ReadyConnection extends PostgresConnection {
  override waitUntilReady(): Promise<void> {
    return Promise.resolve();
  }
}

/** Without the pause, a claim that fails at once would occupy the event loop: no timer and no socket is served. */
class PacedBackend extends PostgresQueueBackend {
  override async moveToActive(
    token: string,
    name?: string,
  ): ReturnType<PostgresQueueBackend['moveToActive']> {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await wait(CLAIM_RETRY_MS);
      throw error;
    }
  }
}

/** BullMQ's queues on a pool of PostgreSQL, for a process that loses and regains its connections. */
export const createPostgresQueues: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  opts,
  options,
) => {
  const listener = options?.withBlockingConnection ? name : undefined;
  return new PacedBackend(new ReadyConnection(opts.connection), name, opts, true, listener);
};

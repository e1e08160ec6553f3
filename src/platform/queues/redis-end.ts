import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { withTimeout } from '../within';

const ANSWER_TIMEOUT_MS = 1_000;

/** BullMQ waits for a lost Redis without end, which would prevent a process from ending. */
export class RedisEnd {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: Redis) {}

  /** From now on commands fail while Redis does not answer. The sweeps of others find what is lost. */
  begin(): void {
    this.redis.options.maxRetriesPerRequest = 0;
    this.#timer ??= setInterval(() => void this.#look(), ANSWER_TIMEOUT_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await withTimeout(
      ANSWER_TIMEOUT_MS,
      this.redis.quit().catch(() => undefined),
      () => this.redis.disconnect(),
    );
  }

  async #look(): Promise<void> {
    if (!(await answers(this.redis))) this.redis.disconnect(true);
  }
}

/** Leaves its job and its connection as they are when Redis does not answer. */
export class LeavingWorker extends Worker {
  override async close(force = false): Promise<void> {
    const { connection } = this.opts;
    const isAway = connection instanceof Redis && !(await answers(connection));
    return super.close(force || isAway);
  }
}

function answers(redis: Redis): Promise<boolean> {
  const answer = redis.ping().then(
    () => true,
    () => false,
  );
  return withTimeout(ANSWER_TIMEOUT_MS, answer, () => false);
}

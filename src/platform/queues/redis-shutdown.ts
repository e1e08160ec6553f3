import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { withTimeout } from '../kernel/time/timeout';
import { succeeds } from '../kernel/async/succeeds';

const RESPONSE_TIMEOUT_MS = 1_000;
const PROBE_INTERVAL_MS = 1_000;

/** Bounds the waits of a process that ends: BullMQ retries commands to a lost Redis forever. */
export class RedisShutdown {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: Redis) {}

  /** From now on commands fail while Redis does not respond. The sweeps of other processes find what is lost. */
  begin(): void {
    this.redis.options.maxRetriesPerRequest = 0;
    this.#timer ??= setInterval(() => void this.#probe(), PROBE_INTERVAL_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await withTimeout(
      RESPONSE_TIMEOUT_MS,
      this.redis.quit().catch(() => undefined),
      () => this.redis.disconnect(),
    );
  }

  async #probe(): Promise<void> {
    if (!(await responds(this.redis))) this.redis.disconnect(true);
  }
}

/** Does not wait for its running job when Redis does not respond: the job could not report its end. */
export class RedisAwareWorker extends Worker {
  override async close(force = false): Promise<void> {
    const { connection } = this.opts;
    const isLost = connection instanceof Redis && !(await responds(connection));
    return super.close(force || isLost);
  }
}

function responds(redis: Redis): Promise<boolean> {
  return withTimeout(RESPONSE_TIMEOUT_MS, succeeds(redis.ping()), () => false);
}

import { Worker } from 'node:worker_threads';

/** A thread that took longer was ended. */
const TIMEOUT_MS = 5 * 60_000;
const MAX_HEAP_MB = 256;

/** Jobs that take a processor's time, each on a thread of its own; at most so many at a time. */
export class JobThreads {
  readonly #threads = new Set<Worker>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(private readonly max: number) {}

  /**
   * Runs a job, once there is room.
   * @param file of the thread, as `require.resolve` finds it
   * @returns what the thread posted last; undefined when it posted nothing
   * @throws when it fails, or takes more than five minutes
   */
  async run(file: string, job: unknown): Promise<unknown> {
    if (this.#running < this.max) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await this.#onThread(file, job);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  #onThread(file: string, job: unknown): Promise<unknown> {
    // The thread gets no environment: the secrets in it are not for it.
    const thread = new Worker(file, {
      workerData: job,
      env: {},
      execArgv: process.execArgv,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.#threads.add(thread);
    const limit = setTimeout(() => void thread.terminate(), TIMEOUT_MS);
    let last: unknown;
    thread.on('message', (message: unknown) => (last = message));
    return new Promise<unknown>((resolve, reject) => {
      thread.once('error', reject);
      thread.once('exit', (code) => {
        if (code === 0) resolve(last);
        else reject(new Error(`a thread that works on a recording ended with ${code}`));
      });
    }).finally(() => {
      clearTimeout(limit);
      this.#threads.delete(thread);
    });
  }
}

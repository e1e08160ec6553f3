import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../../platform/kernel/time/durations';
import { Semaphore } from '../../platform/semaphore';

const TIMEOUT_MS = 5 * MINUTE_MS;
const MAX_HEAP_MB = 256;

/** Runs CPU-bound jobs, each on a thread of its own; a limited number at a time. */
export class JobThreads {
  readonly #threads = new Set<Worker>();
  readonly #free: Semaphore;

  constructor(max: number) {
    this.#free = new Semaphore(max);
  }

  /**
   * Runs a job, once a thread is free.
   * @param file of the thread, as `require.resolve` finds it
   * @returns the thread's last message; undefined without one
   * @throws when the job fails, or after TIMEOUT_MS
   */
  async run(file: string, job: unknown): Promise<unknown> {
    await this.#free.acquire(1);
    try {
      return await this.#onThread(file, job);
    } finally {
      this.#free.release(1);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  #onThread(file: string, job: unknown): Promise<unknown> {
    // The thread gets no environment, which contains secrets.
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

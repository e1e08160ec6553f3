import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { RecordedTalk } from '../infrastructure/local/recording-file';
import type { RecordingJob } from '../infrastructure/local/recording.worker';

/** Synthesis is CPU-bound: one core is left for everything else. */
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A talk of an hour takes less than this. */
const RECORDING_TIMEOUT_MS = 5 * 60_000;
const MAX_HEAP_MB = 256;

/** Makes recordings of talks from their transcripts, each on its own worker thread. */
@Injectable()
export class TalkRecorder implements OnModuleDestroy {
  readonly #threads = new Set<Worker>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** Writes the recording to a new file at `path`; rejects when the file exists or synthesis fails. */
  async record(talk: RecordedTalk, path: string): Promise<void> {
    if (this.#running < MAX_THREADS) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      await this.#onThread({ talk, path });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  #onThread(job: RecordingJob): Promise<void> {
    // The thread gets no environment: the secrets in it are not for it.
    const thread = new Worker(require.resolve('../infrastructure/local/recording.worker'), {
      workerData: job,
      env: {},
      execArgv: process.execArgv,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.#threads.add(thread);
    const limit = setTimeout(() => void thread.terminate(), RECORDING_TIMEOUT_MS);
    return new Promise<void>((resolve, reject) => {
      thread.once('error', reject);
      thread.once('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`the thread that made a recording ended with ${code}`));
      });
    }).finally(() => {
      clearTimeout(limit);
      this.#threads.delete(thread);
    });
  }
}

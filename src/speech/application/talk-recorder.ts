import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { RecordedTalk } from '../infrastructure/local/recording-file';
import type { RecordingJob } from '../infrastructure/local/recording.worker';
import { JobThreads } from './job-threads';

/** Synthesis is CPU-bound: one core is left for everything else. */
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Makes recordings of talks from their transcripts, each on its own worker thread. */
@Injectable()
export class TalkRecorder implements OnModuleDestroy {
  readonly #threads = new JobThreads(MAX_THREADS);

  /** Rejects when the file at `path` exists or synthesis fails. */
  async record(talk: RecordedTalk, path: string): Promise<void> {
    const job: RecordingJob = { talk, path };
    await this.#threads.run(require.resolve('../infrastructure/local/recording.worker'), job);
  }

  async onModuleDestroy(): Promise<void> {
    await this.#threads.close();
  }
}

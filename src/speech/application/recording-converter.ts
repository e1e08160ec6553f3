import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Converted } from '../infrastructure/recorded/conversion.worker';
import type { ConversionOrder } from '../infrastructure/recorded/to-recording';
import { JobThreads } from './job-threads';

/** Calls are more important. */
const MAX_THREADS = 1;

/** Makes recordings of the service of files that carriers made: MP3, or WAV of any rate. Each on a worker thread. */
@Injectable()
export class RecordingConverter implements OnModuleDestroy {
  readonly #threads = new JobThreads(MAX_THREADS);

  /**
   * @returns the length of what was made, or why the file is of no use
   * @throws when the disk or the thread fails, or after five minutes
   */
  async convert(order: ConversionOrder): Promise<Converted> {
    const thread = require.resolve('../infrastructure/recorded/conversion.worker');
    return (await this.#threads.run(thread, order)) as Converted;
  }

  async onModuleDestroy(): Promise<void> {
    await this.#threads.close();
  }
}

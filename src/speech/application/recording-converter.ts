import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Converted } from '../infrastructure/recorded/conversion.worker';
import type { ConversionOrder } from '../infrastructure/recorded/to-recording';
import { JobThreads } from './job-threads';

/** One, because calls are more important. */
const MAX_THREADS = 1;

/** Converts recordings of carriers (MP3, or WAV of any rate) to the service's format. Each on a worker thread. */
@Injectable()
export class RecordingConverter implements OnModuleDestroy {
  readonly #threads = new JobThreads(MAX_THREADS);

  /** @returns the length of the result, or the problem of the file @throws when the disk or the thread fails */
  async convert(order: ConversionOrder): Promise<Converted> {
    const thread = require.resolve('../infrastructure/recorded/conversion.worker');
    return (await this.#threads.run(thread, order)) as Converted;
  }

  async onModuleDestroy(): Promise<void> {
    await this.#threads.close();
  }
}

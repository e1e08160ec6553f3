import { Injectable } from '@nestjs/common';

/**
 * Writes of talks whose answers are not stored yet. The end of a talk does not wait for them; the end of the process does,
 * at most for the longest time limit of a tool, 15 s.
 */
@Injectable()
export class SentWrites {
  readonly #running = new Set<Promise<unknown>>();

  add(write: Promise<unknown>): void {
    const over = write
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(over);
      });
    this.#running.add(over);
  }

  /** After the drain of talks, as this module is global. */
  async beforeApplicationShutdown(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

const WRITE_INTERVAL_MS = 1_000;

/** Buffers the time of last use by id and stores it every second, so that requests do not write. */
export abstract class BufferedUses implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(this.constructor.name);
  #uses = new Map<string, Date>();
  #timer: NodeJS.Timeout | null = null;

  protected abstract record(uses: ReadonlyMap<string, Date>): Promise<void>;

  protected note(id: string, at: Date): void {
    this.#uses.set(id, at);
  }

  /** Stores the buffered uses. Failed ones are dropped: the next use of the same id replaces them. */
  async write(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    await this.record(uses).catch(() => this.#logger.warn(`${uses.size} last uses could not be recorded`));
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.write(), WRITE_INTERVAL_MS);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.write();
  }
}

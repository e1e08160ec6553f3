import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, CLOCK_TOLERANCE_MS } from '../clock';
import { synchroniseClock } from './database.module';

const EVERY_MS = 60_000;

/** Keeps the process's clock on the database's, and warns of a host whose own clock is off. */
@Injectable()
export class ClockKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(ClockKeeper.name);
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.#synchronise(), EVERY_MS);
    this.#timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async #synchronise(): Promise<void> {
    try {
      const error = await synchroniseClock(this.clock, this.dataSource);
      if (Math.abs(error) > CLOCK_TOLERANCE_MS) {
        this.#logger.warn(
          `the clock of this host differs from the database's by ${error} ms; the database's is used`,
        );
      }
    } catch {
      // The clock goes on by itself; the next minute tries again.
    }
  }
}

import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, CLOCK_TOLERANCE_MS } from '../clock';
import { synchroniseClock } from './database.module';

const SYNC_INTERVAL_MS = 60_000;

/** A smaller jump is inaccuracy. */
const JUMP_CHECK_INTERVAL_MS = 1_000;
const MIN_JUMP_MS = 1_000;

/** Synchronises the clock with the database's every minute, and within a second after a suspension of the host. */
@Injectable()
export class ClockKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(ClockKeeper.name);
  #timers: NodeJS.Timeout[] = [];
  #looking = false;

  constructor(
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    const watch = () => {
      if (Math.abs(this.clock.hostJumpMs) > MIN_JUMP_MS) void this.#synchronise();
    };
    this.#timers = [
      setInterval(() => void this.#synchronise(), SYNC_INTERVAL_MS).unref(),
      setInterval(watch, JUMP_CHECK_INTERVAL_MS).unref(),
    ];
  }

  onApplicationShutdown(): void {
    this.#timers.forEach(clearInterval);
  }

  async #synchronise(): Promise<void> {
    // After a suspension connections may be dead: one reading at a time waits for them.
    if (this.#looking) return;
    this.#looking = true;
    try {
      const error = await synchroniseClock(this.clock, this.dataSource);
      if (Math.abs(error) > CLOCK_TOLERANCE_MS) {
        this.#logger.warn(
          `the clock of this host differs from the database's by ${error} ms; the database's is used`,
        );
      }
    } catch {
      // The clock continues meanwhile. The next interval retries.
    } finally {
      this.#looking = false;
    }
  }
}

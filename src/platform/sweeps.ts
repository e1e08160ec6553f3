import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { describeError } from './logging';

interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  timer: NodeJS.Timeout | null;
  running: Promise<void> | null;
}

/**
 * Periodic searches for work that a lost job or a dead process left behind. Each sweep runs at its interval in every
 * process that registered it, never concurrently with itself in one process; row locks separate the processes.
 */
@Injectable()
export class Sweeps implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #sweeps: Sweep[] = [];
  readonly #logger = new Logger(Sweeps.name);
  #stopped = false;

  /** Registers a sweep; call it before the application has started. */
  every(everyMs: number, name: string, run: () => Promise<unknown>): void {
    this.#sweeps.push({ name, everyMs, run, timer: null, running: null });
  }

  onApplicationBootstrap(): void {
    for (const sweep of this.#sweeps) this.#schedule(sweep);
  }

  /** Runs every sweep once, for tests, which move the clock. */
  async runAll(): Promise<void> {
    for (const sweep of this.#sweeps) await this.#run(sweep);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    for (const sweep of this.#sweeps) if (sweep.timer) clearTimeout(sweep.timer);
    await Promise.all(this.#sweeps.flatMap(({ running }) => running ?? []));
  }

  #schedule(sweep: Sweep): void {
    if (this.#stopped) return;
    sweep.timer = setTimeout(() => {
      void this.#run(sweep).finally(() => {
        this.#schedule(sweep);
      });
    }, sweep.everyMs);
    sweep.timer.unref();
  }

  async #run(sweep: Sweep): Promise<void> {
    if (sweep.running) return sweep.running;
    sweep.running = sweep.run().then(
      () => undefined,
      (error: unknown) => {
        this.#logger.warn(`sweep ${sweep.name} failed: ${JSON.stringify(describeError(error))}`);
      },
    );
    await sweep.running;
    sweep.running = null;
  }
}

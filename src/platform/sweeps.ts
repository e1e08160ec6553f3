import {
  Injectable,
  Logger,
  Optional,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { PrimaryWatch } from './database/primary/primary-watch';
import { WriteGateClosed } from './database/primary/write-gate';
import { errorText } from './logging';
import { withTimeout } from './kernel/time/timeout';

/** A first run may be this much earlier than the interval. */
const SPREAD_MS = 1_000;

const CLEANUP_INTERVAL_MS = 60_000;
/** A stop does not wait longer, as for a store without answers: the next sweep repeats the work. */
const STOP_TIMEOUT_MS = 5_000;
/** A sweep that goes on failing is logged after this time: while a database is away, all fail each second. */
const LOG_INTERVAL_MS = 60_000;

interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  timer: NodeJS.Timeout | null;
  running: Promise<void> | null;
  /** Monotonic, of the last failure that was logged; null after a success. */
  loggedMs: number | null;
}

/**
 * Runs periodic searches for work that a lost job or a dead process left behind. Row locks separate the processes;
 * first runs are spread: each uses a connection.
 */
@Injectable()
export class Sweeps implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #sweeps: Sweep[] = [];
  readonly #logger = new Logger(Sweeps.name);
  #stopped = false;

  /** After a failover everything may be due, or was lost with the connections. */
  constructor(@Optional() private readonly watch?: PrimaryWatch) {
    watch?.onGeneration(() => this.#runShort());
  }

  /** Ends what others left behind: not while their leases may have ended because of the database (R214). */
  recoverEvery(everyMs: number, name: string, run: () => Promise<unknown>): void {
    this.every(everyMs, name, async () => {
      if (!this.watch?.isSettling) await run();
    });
  }

  /** Call it before the application has started. */
  every(everyMs: number, name: string, run: () => Promise<unknown>): void {
    this.#sweeps.push({ name, everyMs, run, timer: null, running: null, loggedMs: null });
  }

  onApplicationBootstrap(): void {
    for (const [at, sweep] of this.#sweeps.entries()) {
      const earlierMs = (Math.min(sweep.everyMs, SPREAD_MS) * at) / this.#sweeps.length;
      this.#schedule(sweep, sweep.everyMs - earlierMs);
    }
  }

  /** Without those that clean up, which may last long, and those that run. */
  async #runShort(): Promise<void> {
    for (const sweep of this.#sweeps) {
      if (sweep.everyMs < CLEANUP_INTERVAL_MS && !sweep.running) await this.#run(sweep);
    }
  }

  async runAll(): Promise<void> {
    for (const sweep of this.#sweeps) await this.#run(sweep);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    for (const sweep of this.#sweeps) if (sweep.timer) clearTimeout(sweep.timer);
    const ends = Promise.all(this.#sweeps.flatMap(({ running }) => running ?? []));
    await withTimeout(STOP_TIMEOUT_MS, ends, () => undefined);
  }

  #schedule(sweep: Sweep, inMs = sweep.everyMs): void {
    if (this.#stopped) return;
    sweep.timer = setTimeout(() => {
      void this.#run(sweep).finally(() => this.#schedule(sweep));
    }, inMs);
    sweep.timer.unref();
  }

  async #run(sweep: Sweep): Promise<void> {
    if (sweep.running) return sweep.running;
    sweep.running = sweep.run().then(
      () => {
        sweep.loggedMs = null;
      },
      (error: unknown) => this.#onFailed(sweep, error),
    );
    await sweep.running;
    sweep.running = null;
  }

  #onFailed(sweep: Sweep, error: unknown): void {
    const nowMs = performance.now();
    const isLogged = sweep.loggedMs !== null && nowMs - sweep.loggedMs < LOG_INTERVAL_MS;
    // The gate itself is logged once.
    if (isLogged || error instanceof WriteGateClosed) return;
    sweep.loggedMs = nowMs;
    this.#logger.warn(`sweep ${sweep.name} failed: ${errorText(error)}`);
  }
}

import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { StartupError } from '../startup-error';
import { postgresBinaries } from './binaries';
import { clusterFolder, prepareCluster, type Cluster } from './cluster';
import { diskFull, errorCode, textIn } from './folder-problem';
import { readLockFile, type Postmaster } from './lock-file';
import { logFileOf } from './log-file';
import { ensurePostmaster, stopPostmaster } from './postmaster';
import { postgresUser } from './system-user';
import { databaseUrl, Usage, type Use } from './usage';

/** In milliseconds. */
const PATIENCE_WITH_START = 20_000;
const PATIENCE_WITH_COMEBACK = 10_000;
/** However long the disk was full or away: the service is back within 2 s of its end. */
const LONGEST_PAUSE = 1_000;
const LOOK_EVERY = 1_000;

/** How to start the PostgreSQL of a data folder. */
export interface EmbeddedPostgresOptions {
  /** `DATA_DIR`; made when it is not there. */
  readonly dataDir: string;
  /**
   * A service takes the data folder for itself: a second one is refused. It also brings the server back when that
   * dies. Commands come and go beside it.
   */
  readonly use: Use;
  /** Settings of PostgreSQL, above the service's own. They have no effect on a server that runs already. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told in one line when the server is lost and when it is back. */
  readonly warn?: (message: string) => void;
}

/** A PostgreSQL in use. */
export interface EmbeddedPostgres {
  /** Of the service's database, with the password; the same until `stop`. */
  readonly url: string;
  /**
   * Ends the use, after the pools were closed. The last user of the server stops it and waits until it is gone;
   * as long as a command or a service is still at work on it, it runs on. Never rejects.
   */
  stop(): Promise<void>;
}

/**
 * Uses the PostgreSQL of a data folder: the one that runs (after a kill -9 of the service, or beside it), else a
 * new one. A folder without one gets one.
 *
 * @throws StartupError when that is impossible, or when another service has the folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { use, settings = {}, warn = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  const user = await postgresUser([clusterFolder(dataDir), dataDir]);
  const binaries = await postgresBinaries(user);
  const durable = settings['fsync'] !== 'off';
  const cluster = await prepareCluster(dataDir, binaries, user, durable);
  const running = new Running(cluster, use, settings, warn);
  await running.start();
  if (use === 'service') running.watch();
  return running;
}

class Running implements EmbeddedPostgres {
  #usage: Usage | undefined;
  #comeback: Promise<void> | undefined;
  #end: Promise<void> | undefined;
  #watch: NodeJS.Timeout | undefined;
  readonly #stopping = new AbortController();

  constructor(
    private readonly cluster: Cluster,
    private readonly use: Use,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly warn: (message: string) => void,
  ) {}

  get url(): string {
    if (!this.#usage) throw new Error('PostgreSQL was not started.');
    return databaseUrl(this.cluster, this.#usage.server);
  }

  /** Starts or finds the server and enters it; again when it goes away in between. */
  async start(): Promise<void> {
    const { signal } = this.#stopping;
    const launch = { settings: this.settings, signal, ...(this.#usage && { port: this.#usage.server.port }) };
    const begin = Date.now();
    for (;;) {
      const server = await ensurePostmaster(this.cluster, launch);
      try {
        this.#usage = await this.#enter(server);
        return;
      } catch (error) {
        if (error instanceof StartupError) throw error;
        if (isLasting(error) || Date.now() - begin > PATIENCE_WITH_START) throw this.#cannotEnter(error);
        await sleep(50);
      }
    }
  }

  /**
   * A server that somebody else asks to stop (SIGTERM: a shutdown of the machine, `killall postgres`) waits for all
   * sessions to end and lets no new one in. Ours do not end by themselves, so they are cut off and it is brought back.
   */
  watch(): void {
    this.#watch = setInterval(() => {
      void this.#cutOffIfStopping();
    }, LOOK_EVERY).unref();
  }

  async #cutOffIfStopping(): Promise<void> {
    const found = await readLockFile(this.cluster);
    if (!found?.stopping || found.pid !== this.#usage?.server.pid || this.#stopping.signal.aborted) return;
    await stopPostmaster(this.cluster, found.pid);
  }

  async stop(): Promise<void> {
    clearInterval(this.#watch);
    this.#end ??= this.#stop();
    await this.#end;
  }

  async #enter(server: Postmaster): Promise<Usage> {
    const usage = await Usage.connect(this.cluster, server, this.use);
    try {
      await usage.enter(this.use, () => {
        if (this.use === 'service' && !this.#stopping.signal.aborted) this.#comeback = this.#bringBack();
      });
    } catch (error) {
      await this.#leave(usage);
      throw error;
    }
    return usage;
  }

  async #bringBack(): Promise<void> {
    const { signal } = this.#stopping;
    this.warn(`PostgreSQL of ${this.cluster.dataDir} is lost; bringing it back`);
    for (let pause = 100; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        await this.start();
        this.warn(`PostgreSQL of ${this.cluster.dataDir} is back`);
        return;
      } catch (error) {
        if (error === signal.reason) return;
        this.warn(textIn(error, 'message') ?? String(error));
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.race([this.#comeback, sleep(PATIENCE_WITH_COMEBACK, undefined, { ref: false })]);
    if (this.#usage) await this.#leave(this.#usage);
  }

  /** Stops the server when nobody else uses it. */
  async #leave(usage: Usage): Promise<void> {
    const found = await readLockFile(this.cluster);
    let left = await usage.leave();
    let substitute: Usage | undefined;
    if (left === 'no answer' && found) {
      // The session was lost, and with it what it held: by now the server may be somebody else's.
      substitute = await Usage.connect(this.cluster, found, this.use).catch(() => undefined);
      left = (await substitute?.leave()) ?? left;
    }
    const hangs = left === 'no answer' && this.use === 'service' && usage === this.#usage;
    if (found && (left === 'last' || hangs)) await stopPostmaster(this.cluster, found.pid);
    await usage.close();
    await substitute?.close();
  }

  #cannotEnter(error: unknown): StartupError {
    const { dataDir } = this.cluster;
    if (errorCode(error) === '53100') return diskFull(dataDir);
    const message = textIn(error, 'message') ?? String(error);
    return new StartupError(
      `PostgreSQL of ${dataDir} runs but lets nobody in (${message}): see ${logFileOf(dataDir)}, mend that and start again.`,
    );
  }
}

/** Whether PostgreSQL will say the same again: not of a server that comes or goes, or is full for the moment. */
function isLasting(error: unknown): boolean {
  return error instanceof DatabaseError && error.code !== '53300' && error.code?.startsWith('57') !== true;
}

import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { StartupError } from '../startup-error';
import { postgresBinaries } from './binaries';
import { clusterFolder, prepareCluster, type Cluster } from './cluster';
import { diskFull } from './folder-problem';
import { errorCode, textIn } from './system-errors';
import { readLockFile, type Postmaster } from './lock-file';
import { logFileOf } from './log-file';
import { ensurePostmaster, stopPostmaster } from './postmaster';
import { postgresUser } from './system-user';
import { databaseUrl, Usage, type Use } from './usage';
import { withTimeout } from '../kernel/time/timeout';

const CONNECT_TIMEOUT_MS = 20_000;
const RESTART_TIMEOUT_MS = 10_000;
/** After a disk was full or disconnected, the service is back within 2 s. */
const MAX_PAUSE_MS = 1_000;
const CHECK_INTERVAL_MS = 1_000;

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** A service claims the folder, excludes a second one, and restarts a dead server. Commands may run beside it. */
  readonly use: Use;
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives one line when the server is lost and when it is back. */
  readonly warn?: (message: string) => void;
  /** Called when a server was spawned, before it accepts connections; not when one runs already. */
  readonly onLaunched?: () => void;
}

export interface EmbeddedPostgres {
  /** With password; constant until `stop`. */
  readonly url: string;
  /** The last user stops the server and waits for its end. Close the pools before. Never rejects. */
  stop(): Promise<void>;
}

/** Uses the running PostgreSQL of a data folder, else starts one. @throws StartupError also for a second service */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { use, settings = {}, warn = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  const user = await postgresUser([clusterFolder(dataDir), dataDir]);
  const binaries = await postgresBinaries(user);
  const durable = settings['fsync'] !== 'off';
  const cluster = await prepareCluster(dataDir, binaries, user, durable);
  const running = new Running(cluster, use, settings, warn);
  await running.start(options.onLaunched);
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

  async start(onLaunched?: () => void): Promise<void> {
    const { signal } = this.#stopping;
    const port = this.#usage && { port: this.#usage.server.port };
    const launch = { settings: this.settings, signal, ...port, ...(onLaunched && { onLaunched }) };
    const begin = Date.now();
    for (;;) {
      const server = await ensurePostmaster(this.cluster, launch);
      try {
        this.#usage = await this.#enter(server);
        return;
      } catch (error) {
        if (error instanceof StartupError) throw error;
        if (isLasting(error) || Date.now() - begin > CONNECT_TIMEOUT_MS) throw this.#cannotEnter(error);
        await sleep(50);
      }
    }
  }

  /**
   * A server stopped from outside (SIGTERM) waits for all sessions to end, so ours are terminated and it is
   * restarted.
   */
  watch(): void {
    this.#watch = setInterval(() => void this.#cutOffIfStopping(), CHECK_INTERVAL_MS).unref();
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
    for (let pause = 100; !signal.aborted; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
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
    await withTimeout(RESTART_TIMEOUT_MS, Promise.resolve(this.#comeback), () => undefined);
    if (this.#usage) await this.#leave(this.#usage);
  }

  async #leave(usage: Usage): Promise<void> {
    const found = await readLockFile(this.cluster);
    let left = await usage.leave();
    let substitute: Usage | undefined;
    if (left === 'no answer' && found) {
      // The session's locks were lost with it: another service may use the server by now.
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
      `PostgreSQL of ${dataDir} runs but lets nobody in (${message}): see ${logFileOf(dataDir)}, fix that and start again.`,
    );
  }
}

/** False for a server that starts, stops or is temporarily full. */
function isLasting(error: unknown): boolean {
  return error instanceof DatabaseError && error.code !== '53300' && error.code?.startsWith('57') !== true;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { StartupError } from '../startup-error';
import type { Cluster } from './cluster';
import { SUPERUSER } from './initdb';
import type { Postmaster } from './lock-file';

export type Use = 'service' | 'command';

export type Leaving = 'last' | 'others remain' | 'no answer';

const QUERY_TIMEOUT_MS = 5_000;
/** PostgreSQL notices a killed service after a moment. */
const LOCK_TIMEOUT_MS = 500;

/**
 * Every user of the server shares USERS; the last one can lock it exclusively and stops the server. A service locks
 * SERVICE exclusively. The locks end with the session.
 */
const USERS = '(411983, 1)';
const SERVICE = '(411983, 2)';
const MAINTENANCE_DATABASE = 'postgres';
const DATABASE = 'ai_calling';

/** With `sslmode`, or PGSSLMODE would decide. */
export function databaseUrl({ password }: Cluster, { port }: Postmaster): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}?sslmode=disable`;
}

class ServerIsStopping extends Error {
  override readonly name = 'ServerIsStopping';
}

export class Usage {
  #entered = false;
  #closed = false;

  private constructor(
    readonly server: Postmaster,
    private readonly cluster: Cluster,
    private readonly client: Client,
  ) {}

  static async connect(cluster: Cluster, server: Postmaster, use: Use): Promise<Usage> {
    const client = new Client({
      host: '127.0.0.1',
      port: server.port,
      user: SUPERUSER,
      password: cluster.password,
      database: MAINTENANCE_DATABASE,
      application_name: `ai-calling ${use} ${process.pid}`,
      // Overrides PGSSLMODE and PGOPTIONS, which are for the operator's databases.
      ssl: false,
      options: '-c idle_session_timeout=0',
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    // An unhandled error event would end the process; `end` follows and reports the loss.
    client.on('error', () => undefined);
    await client.connect();
    return new Usage(server, cluster, client);
  }

  /**
   * Acquires the locks of this use.
   * @param onLost called once when the session ends other than by `close`; its locks are free then
   * @throws StartupError for a service, when there is another one; {@link ServerIsStopping}; errors of PostgreSQL
   */
  async enter(use: Use, onLost: () => void): Promise<void> {
    this.client.once('end', () => {
      if (this.#entered && !this.#closed) onLost();
    });
    if (!(await this.#try(`pg_try_advisory_lock_shared${USERS}`))) throw new ServerIsStopping();
    if (use === 'service' && !(await this.#becomeService())) {
      throw new StartupError(
        `Another service (${await this.#holder()}) runs on ${this.cluster.dataDir}: stop it, or give this one a DATA_DIR of its own.`,
      );
    }
    await this.#makeDatabase();
    this.#entered = true;
  }

  /** Releases the locks. The last user blocks new users until the server has stopped. */
  async leave(): Promise<Leaving> {
    try {
      await this.client.query('SELECT pg_advisory_unlock_all()');
      return (await this.#try(`pg_try_advisory_lock${USERS}`)) ? 'last' : 'others remain';
    } catch {
      return 'no answer';
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.client.end().catch(() => undefined);
  }

  async #try(call: string): Promise<boolean> {
    const { rows } = await this.client.query<{ done: boolean }>(`SELECT ${call} AS done`);
    return rows[0]?.done === true;
  }

  async #becomeService(): Promise<boolean> {
    const begin = Date.now();
    while (!(await this.#try(`pg_try_advisory_lock${SERVICE}`))) {
      if (Date.now() - begin > LOCK_TIMEOUT_MS) return false;
      await sleep(50);
    }
    return true;
  }

  async #holder(): Promise<string> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND granted AND (classid, objid) = ${SERVICE} AND objsubid = 2`,
    );
    return `pid ${/(?<!\d)\d+$/.exec(rows[0]?.name ?? '')?.[0] ?? 'unknown'}`;
  }

  async #makeDatabase(): Promise<void> {
    const { rowCount } = await this.client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount !== 0) return;
    await this.client.query(`CREATE DATABASE ${DATABASE}`).catch((error: unknown) => {
      // 42P04, 23505: another process created it meanwhile.
      if (!(error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
    });
  }
}

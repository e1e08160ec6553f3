import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { CONNECT_TIMEOUT_MS } from '../access/connect-timeout';
import type { DatabaseAccess } from '../access/database-access';
import { DATABASE_ACCESS } from '../access/database-access.token';
import { isUnreplicated, UnknownCommitError, warningsOf } from '../commit-outcome';
import { PrimaryWatch } from './primary-watch';

/** A commit that waits for its standby for this long closes the gate. */
const MAX_COMMIT_MS = 5_000;

/** The limit of the probe. A slow statement that no standby delays goes on. */
const MAX_PROBE_MS = 1_000;

const RETRY_INTERVAL_MS = 1_000;

/** Small, and its commit waits for the standbys as every other does. */
const PROBE = 'UPDATE schema_readable_from SET migration = migration';

/** Detects writes outside transactions. Unlogged tables wait for no standby. */
const WRITES = /^\s*(?:INSERT|UPDATE|DELETE|MERGE|WITH\b[\s\S]*\b(?:INSERT INTO|UPDATE|DELETE FROM)\s)/u;
const UNLOGGED = /\brate_logs?\b/u;

export class WriteGateClosed extends Error {
  override readonly name = 'WriteGateClosed';

  constructor() {
    super('the database does not replicate: nothing is written until it does');
  }
}

/**
 * Refuses writes at once while commits wait for a standby that is away: each would occupy a connection and an unknown
 * outcome. One small write stays waiting, and opens the gate when it returns (R216).
 * `PrimaryTracker` decides which host is the primary.
 */
@Injectable()
export class WriteGate implements OnApplicationShutdown {
  readonly #logger = new Logger(WriteGate.name);
  #isClosed = false;
  #isEnding = false;
  #probe: Client | null = null;

  constructor(
    @Inject(DATABASE_ACCESS) private readonly access: DatabaseAccess,
    private readonly watch: PrimaryWatch,
  ) {
    // A new primary begins with its own commits; those that waited on the old one are over.
    watch.onGeneration(() => this.#probe?.connection.stream.destroy());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Before a transaction, its commit, or a write outside transactions. @throws WriteGateClosed */
  check(): void {
    if (this.#isClosed) throw new WriteGateClosed();
  }

  /** Sends a statement outside transactions: a write is its own commit. @throws UnknownCommitError @throws WriteGateClosed */
  async statement(pool: Pool, query: QueryConfig): Promise<QueryResult> {
    const { text } = query;
    if (!this.watch.answer?.waitsForStandbys || !WRITES.test(text) || UNLOGGED.test(text)) {
      return pool.query(query);
    }
    this.check();
    const client = await pool.connect();
    try {
      const warnings = warningsOf(client);
      const result = await this.time(client.query(query), client);
      if (warningsOf(client) > warnings) throw new UnknownCommitError();
      return result;
    } finally {
      client.release();
    }
  }

  /** Closes the gate when `commit` lasts too long; when it stays closed, frees the connection that a pooler lends. */
  async time<T>(commit: Promise<T>, client: PoolClient): Promise<T> {
    if (!this.watch.answer?.waitsForStandbys) return commit;
    const closing = setTimeout(() => this.#close(), MAX_COMMIT_MS);
    const freeing = setTimeout(() => {
      if (this.#isClosed && this.access.main.isPooled) client.connection.stream.destroy();
    }, MAX_COMMIT_MS + MAX_PROBE_MS);
    try {
      return await commit;
    } finally {
      clearTimeout(closing);
      clearTimeout(freeing);
    }
  }

  onApplicationShutdown(): void {
    this.#isEnding = true;
    this.#probe?.connection.stream.destroy();
  }

  #close(): void {
    if (this.#isClosed || this.#isEnding) return;
    this.#isClosed = true;
    this.#logger.error(
      'no synchronous standby receives commits: writes are refused until one does; see docs/operations.md',
    );
    void this.#waitUntilReplicated();
  }

  async #waitUntilReplicated(): Promise<void> {
    while (!this.#isEnding) {
      const isReplicated = await this.#tryWrite().catch(() => false);
      if (isReplicated) {
        this.#isClosed = false;
        this.#logger.warn('commits reach their standby again: writes are accepted');
        return;
      }
      await wait(RETRY_INTERVAL_MS, undefined, { ref: false });
    }
  }

  /** Waits without a limit; a wait that was canceled is no success. */
  async #tryWrite(): Promise<boolean> {
    const client = new Client({
      connectionString: (this.access.session ?? this.access.main).url,
      application_name: 'ai-calling-service write gate',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    this.#probe = client;
    let isUnknown = false;
    client.on('error', () => undefined);
    client.on('notice', (notice) => (isUnknown ||= isUnreplicated(notice)));
    try {
      await client.connect();
      await client.query(PROBE);
      return !isUnknown;
    } finally {
      this.#probe = null;
      client.connection.stream.destroy();
    }
  }
}

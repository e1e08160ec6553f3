import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';
import { Statements } from './statements';

interface Transaction {
  /** A group commit: the statements of several works that know nothing of each other. */
  readonly isGroup: boolean;
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  readonly afterCommit: (() => void)[];
  /** Statements whose results nobody has awaited yet. */
  readonly unread: Promise<unknown>[];
  /** The first error; PostgreSQL refuses every statement after it. */
  failure?: unknown;
  /** COMMIT or ROLLBACK was sent: the connection goes back to the pool. */
  over?: true;
}

/** deadlock_detected, serialization_failure: the transaction may be retried from its start. */
const RETRYABLE = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 4;

/** in_failed_sql_transaction: an earlier statement failed, and its error is the one to throw. */
const FAILED_EARLIER = '25P02';

/** SQLSTATE of a failed query, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError ? cause.code : undefined;
}

/** Whether a statement failed because another row has the same key: unique_violation. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/**
 * Runs transactions in AsyncLocalStorage. Repositories use its current manager; a nested run joins the outer one.
 * Statements outside a run go to the pool, each on its own.
 *
 * A transaction awaits PostgreSQL only where a result is needed: BEGIN is sent with the first statement, and what is
 * {@link enqueue}d is awaited by the commit. PostgreSQL runs the statements of a connection in the order they were
 * sent.
 */
@Injectable()
export class UnitOfWork {
  readonly #current = new AsyncLocalStorage<Transaction>();
  readonly #watched = new AsyncLocalStorage<{ hasWritten: boolean }>();
  readonly #logger = new Logger(UnitOfWork.name);
  readonly #statements = new Statements();

  constructor(private readonly dataSource: DataSource) {}

  get manager(): EntityManager {
    return this.#current.getStore()?.runner.manager ?? this.dataSource.manager;
  }

  /**
   * Runs `work` in one transaction. A deadlock or a serialization failure is retried from the start, three times, so
   * `work` must change nothing but the database.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(work, null);
  }

  /** As {@link run}, for the members of a GroupCommit. No statement waits for a lock longer than `lockTimeoutMs`. */
  runGroup<T>(works: () => Promise<T>, lockTimeoutMs: number): Promise<T> {
    return this.#run(works, lockTimeoutMs);
  }

  /**
   * Runs `work`. `hasWritten` returns at any time whether it has written with {@link enqueue}, {@link affected} or a
   * BatchWriter.
   */
  watchWrites<T>(work: () => Promise<T>): { result: Promise<T>; hasWritten: () => boolean } {
    const watched = { hasWritten: false };
    return { result: this.#watched.run(watched, work), hasWritten: () => watched.hasWritten };
  }

  noteWrite(): void {
    const watched = this.#watched.getStore();
    if (watched) watched.hasWritten = true;
  }

  get isActive(): boolean {
    return this.#current.getStore() !== undefined;
  }

  /**
   * Lookups of one scope may share a statement: those of a group commit, or all outside any transaction. null inside a
   * separate transaction, where lookups are not batched.
   */
  get batchScope(): object | null {
    const transaction = this.#current.getStore();
    if (!transaction) return this;
    return transaction.isGroup ? transaction : null;
  }

  async #run<T>(work: () => Promise<T>, lockTimeoutMs: number | null): Promise<T> {
    if (this.#current.getStore()) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work, lockTimeoutMs);
      } catch (error) {
        const state = sqlState(error);
        if (attempt === MAX_ATTEMPTS || state === undefined || !RETRYABLE.has(state)) throw error;
        this.#logger.debug(`transaction retried after ${state}`);
      }
    }
  }

  /** Runs `hook` once the current transaction has committed; at once when there is none. It must not throw. */
  afterCommit(hook: () => void): void {
    const transaction = this.#current.getStore();
    if (transaction) transaction.afterCommit.push(hook);
    else hook();
  }

  async rows<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.#query(sql, parameters)).rows as Row[];
  }

  /** As {@link rows}, planned for these very values: for conditions that are put together at run time. */
  async rowsPlannedAnew<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return (await this.#send({ text: sql, values: parameters })).rows as Row[];
  }

  async row<Row>(sql: string, parameters: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(sql, parameters))[0];
  }

  /** Returns how many rows the statement wrote. */
  async affected(sql: string, parameters: unknown[] = []): Promise<number> {
    this.noteWrite();
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  /**
   * Sends a statement without waiting for its result. A failure is thrown by a later statement or by the commit, so the
   * caller cannot handle it.
   */
  async enqueue(sql: string, parameters: unknown[] = []): Promise<void> {
    this.noteWrite();
    const transaction = this.#current.getStore();
    if (transaction) sendUnread(transaction, this.#named(sql, parameters));
    else await this.#query(sql, parameters);
  }

  /**
   * Calls the driver with a prepared statement: PostgreSQL parses and plans each text once per connection. TypeORM's
   * `query` would add overhead to each of the dozens of statements of a call.
   */
  async #query(text: string, values: unknown[]): Promise<QueryResult> {
    return this.#send(this.#named(text, values));
  }

  #named(text: string, values: unknown[]): QueryConfig {
    return { name: this.#statements.nameOf(text), text, values };
  }

  async #send(query: QueryConfig): Promise<QueryResult> {
    const transaction = this.#current.getStore();
    if (!transaction) return (this.dataSource.driver as unknown as { master: Pool }).master.query(query);
    return send(transaction, query);
  }

  async #once<T>(work: () => Promise<T>, lockTimeoutMs: number | null): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      const isGroup = lockTimeoutMs !== null;
      const transaction: Transaction = { isGroup, runner, client, afterCommit: [], unread: [] };
      sendUnread(transaction, {
        text: isGroup ? `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}` : 'BEGIN',
      });
      // TypeORM's own statements then join this transaction.
      Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
      let result: T;
      try {
        result = await this.#current.run(transaction, work);
        await commit(transaction);
      } catch (error) {
        transaction.over = true;
        // On a broken connection ROLLBACK fails too; the first error is the one to throw.
        await transmit(client, { text: 'ROLLBACK' }).catch(() => undefined);
        throw error;
      }
      for (const hook of transaction.afterCommit) hook();
      return result;
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

/** Commits and awaits what was enqueued. A failed statement fails it: PostgreSQL has rolled back then. */
async function commit(transaction: Transaction): Promise<void> {
  transaction.over = true;
  const ended = transmit(transaction.client, { text: 'COMMIT' });
  await Promise.all([...transaction.unread, ended]);
  if ((await ended).command !== 'COMMIT')
    throw new Error('the transaction was rolled back: one of its statements failed');
}

function sendUnread(transaction: Transaction, query: QueryConfig): void {
  const sent = send(transaction, query);
  // Thrown by a later statement, or by the commit.
  sent.catch(() => undefined);
  transaction.unread.push(sent);
}

async function send(transaction: Transaction, query: QueryConfig): Promise<QueryResult> {
  if (transaction.over) throw new Error('a statement was sent after the end of its transaction');
  try {
    return await transmit(transaction.client, query);
  } catch (error) {
    if (sqlState(error) === FAILED_EARLIER) throw transaction.failure ?? error;
    transaction.failure = error;
    throw error;
  }
}

/** Statements sent in the same turn of the event loop leave in one packet. */
function transmit(client: PoolClient, query: QueryConfig): Promise<QueryResult> {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client.query(query);
}

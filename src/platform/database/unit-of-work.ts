import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';
import { Statements } from './statements';

interface Transaction {
  /** Several works, of which none knows of the others, have their statements in it. */
  readonly shared: boolean;
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  readonly afterCommit: (() => void)[];
  /** Statements whose answers nobody has waited for yet. */
  readonly unread: Promise<unknown>[];
  /** What the statement failed with after which PostgreSQL carries out no other. */
  failure?: unknown;
  /** Its end was sent: its connection is soon another's. */
  over?: true;
}

/** deadlock_detected, serialization_failure: the database asks to try the whole transaction again. */
const TRY_AGAIN = new Set(['40P01', '40001']);
const ATTEMPTS = 4;

/** in_failed_sql_transaction: a statement before this one failed, and that failure is the one to tell. */
const FAILED_BEFORE = '25P02';

/** SQLSTATE of a failed query, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError ? cause.code : undefined;
}

/** Whether a statement failed because another row has the same key: unique_violation. */
export function isTaken(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/**
 * A transaction in AsyncLocalStorage. Repositories ask it for the current manager; a run within a run joins the outer
 * one. Statements outside a run go to the pool, each on its own.
 *
 * A transaction waits for PostgreSQL only where an answer is needed: its beginning travels with its first statement, and
 * what it {@link write}s with its commit. PostgreSQL carries out a connection's statements in the order they were sent.
 */
@Injectable()
export class UnitOfWork {
  readonly #current = new AsyncLocalStorage<Transaction>();
  readonly #logger = new Logger(UnitOfWork.name);
  readonly #statements = new Statements();

  constructor(private readonly dataSource: DataSource) {}

  /** The manager of the current transaction, or the pool's. */
  get manager(): EntityManager {
    return this.#current.getStore()?.runner.manager ?? this.dataSource.manager;
  }

  /**
   * Runs `work` in one transaction; its statements all hold or none does. A deadlock or a serialization failure is
   * tried again, three times, from the start: `work` must change nothing but the database.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(work, null);
  }

  /**
   * As {@link run}, for works that know nothing of each other: see SharedTransactions. None of their statements waits for
   * a lock longer than `patienceMs`.
   */
  runShared<T>(works: () => Promise<T>, patienceMs: number): Promise<T> {
    return this.#run(works, patienceMs);
  }

  /** Whether the caller is in a transaction. */
  get isActive(): boolean {
    return this.#current.getStore() !== undefined;
  }

  /**
   * Those whose questions to PostgreSQL may go together with the current one's: all that are in no transaction, or the
   * works of a shared one. null in a transaction of one's own.
   */
  get company(): object | null {
    const transaction = this.#current.getStore();
    if (!transaction) return this;
    return transaction.shared ? transaction : null;
  }

  async #run<T>(work: () => Promise<T>, patienceMs: number | null): Promise<T> {
    if (this.#current.getStore()) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work, patienceMs);
      } catch (error) {
        const state = sqlState(error);
        if (attempt === ATTEMPTS || state === undefined || !TRY_AGAIN.has(state)) throw error;
        this.#logger.debug(`transaction tried again after ${state}`);
      }
    }
  }

  /** Runs `hook` once the current transaction has committed; at once when there is none. It must not throw. */
  afterCommit(hook: () => void): void {
    const transaction = this.#current.getStore();
    if (transaction) transaction.afterCommit.push(hook);
    else hook();
  }

  /** The rows that a statement returns. */
  async rows<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.#query(sql, parameters)).rows as Row[];
  }

  /** As {@link rows}, planned for these very values: for conditions that are put together at run time. */
  async rowsPlannedAnew<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return (await this.#send({ text: sql, values: parameters })).rows as Row[];
  }

  /** The first row that a statement returns. */
  async row<Row>(sql: string, parameters: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(sql, parameters))[0];
  }

  /** How many rows a statement wrote. */
  async affected(sql: string, parameters: unknown[] = []): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  /**
   * Sends a statement that only writes. Within a transaction nobody waits for it: a failure is thrown by a later statement
   * or by the commit, so it must not be one that the caller would handle.
   */
  async write(sql: string, parameters: unknown[] = []): Promise<void> {
    const transaction = this.#current.getStore();
    if (transaction) sendUnread(transaction, this.#named(sql, parameters));
    else await this.#query(sql, parameters);
  }

  /**
   * Straight to the driver, as a prepared statement: PostgreSQL parses and plans each text once a connection. TypeORM's
   * `query` would add its own bookkeeping to each of the dozens of statements of a call.
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

  async #once<T>(work: () => Promise<T>, patienceMs: number | null): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      // The connection that the runner has taken from the pool.
      const client = (await runner.connect()) as PoolClient;
      const shared = patienceMs !== null;
      const transaction: Transaction = { shared, runner, client, afterCommit: [], unread: [] };
      sendUnread(transaction, { text: shared ? `BEGIN; SET LOCAL lock_timeout = ${patienceMs}` : 'BEGIN' });
      // For the manager's sake: what TypeORM does on its own joins this transaction.
      Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
      let result: T;
      try {
        result = await this.#current.run(transaction, work);
        await commit(transaction);
      } catch (error) {
        transaction.over = true;
        // A connection that broke can't roll back either; the first error is the one to tell.
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

/** Commits, with all that was written meanwhile. A statement that failed fails it: PostgreSQL has rolled back then. */
async function commit(transaction: Transaction): Promise<void> {
  transaction.over = true;
  const ended = transmit(transaction.client, { text: 'COMMIT' });
  await Promise.all([...transaction.unread, ended]);
  if ((await ended).command !== 'COMMIT')
    throw new Error('the transaction was rolled back: a statement in it failed');
}

function sendUnread(transaction: Transaction, query: QueryConfig): void {
  const sent = send(transaction, query);
  // Told by a later statement, or by the commit.
  sent.catch(() => undefined);
  transaction.unread.push(sent);
}

async function send(transaction: Transaction, query: QueryConfig): Promise<QueryResult> {
  if (transaction.over) throw new Error('a statement came after the end of its transaction');
  try {
    return await transmit(transaction.client, query);
  } catch (error) {
    if (sqlState(error) === FAILED_BEFORE) throw transaction.failure ?? error;
    transaction.failure = error;
    throw error;
  }
}

/** All that is sent before the process turns to something else leaves in one packet. */
function transmit(client: PoolClient, query: QueryConfig): Promise<QueryResult> {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
  return client.query(query);
}

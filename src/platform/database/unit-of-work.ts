import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { DatabaseError, type Pool, type PoolClient, type QueryResult } from 'pg';
import { DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';
import { Statements } from './statements';

interface Transaction {
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  readonly afterCommit: (() => void)[];
}

/** deadlock_detected, serialization_failure: the database asks to try the whole transaction again. */
const TRY_AGAIN = new Set(['40P01', '40001']);
const ATTEMPTS = 4;

/** SQLSTATE of a failed query, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError ? cause.code : undefined;
}

/**
 * A transaction in AsyncLocalStorage. Repositories ask it for the current manager; a run within a run joins the outer
 * one. Statements outside a run go to the pool, each on its own.
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
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current.getStore()) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work);
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
    return (await this.#target.query({ text: sql, values: parameters })).rows as Row[];
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
   * Straight to the driver, as a prepared statement: PostgreSQL parses and plans each text once a connection. TypeORM's
   * `query` would add its own bookkeeping to each of the dozens of statements of a call.
   */
  async #query(text: string, values: unknown[]): Promise<QueryResult> {
    return this.#target.query({ name: this.#statements.nameOf(text), text, values });
  }

  get #target(): Pool | PoolClient {
    return this.#current.getStore()?.client ?? (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  async #once<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      // The connection that the runner has taken from the pool.
      const client = (await runner.connect()) as PoolClient;
      const transaction: Transaction = { runner, client, afterCommit: [] };
      const result = await this.#current.run(transaction, work);
      await runner.commitTransaction();
      for (const hook of transaction.afterCommit) hook();
      return result;
    } catch (error) {
      // A connection that broke can't roll back either; the first error is the one to tell.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

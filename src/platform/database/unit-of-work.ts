import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import {
  DataSource,
  type EntityManager,
  type EntitySchema,
  type FindOptionsWhere,
  type QueryDeepPartialEntity,
  type Repository,
} from 'typeorm';
import type { DatabaseAccess } from './access/database-access';
import { DATABASE_ACCESS } from './access/database-access.token';
import { WriteGate } from './primary/write-gate';
import { RunStorage } from './run-storage';
import { isUniqueViolation, sqlState } from './sql-state';
import { Statements } from './statements';
import { commit, firstFailure, type Run, send, sendUnread, type Transaction, transmit } from './transaction';

const RETRYABLE = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 4;
/** A retry at once may lock its first row before the transaction that waits for that row wakes up: a deadlock again. */
const MAX_RETRY_DELAY_MS = 50;

/**
 * Runs transactions in asynchronous contexts. A nested run joins the outer one; statements outside a run go to the pool.
 *
 * A transaction awaits PostgreSQL only where a result is needed: BEGIN is sent with the first statement, and what is
 * {@link enqueue}d is awaited by the commit. A connection runs statements in the order they were sent.
 */
@Injectable()
export class UnitOfWork {
  /** One storage: Node adds a property of each one in use to every promise of the process. */
  readonly #runs = new RunStorage<Run>();
  readonly #logger = new Logger(UnitOfWork.name);
  readonly #statements: Statements;

  constructor(
    private readonly dataSource: DataSource,
    @Optional() @Inject(DATABASE_ACCESS) access?: DatabaseAccess,
    @Optional() private readonly gate?: WriteGate,
  ) {
    this.#statements = new Statements(access?.prepares ?? true);
  }

  get manager(): EntityManager {
    return this.#runs.current?.transaction?.runner.manager ?? this.dataSource.manager;
  }

  /** Reads in the running transaction, else outside any; there TypeORM refuses locks. */
  repository<T extends object>(schema: EntitySchema<T>): Repository<T> {
    return this.manager.getRepository(schema);
  }

  /** Writes in the running transaction, else in one of its own. */
  write<T extends object, R>(
    schema: EntitySchema<T>,
    work: (repository: Repository<T>) => Promise<R>,
  ): Promise<R> {
    this.noteWrite();
    return this.run(() => work(this.repository(schema)));
  }

  async insert<T extends object>(schema: EntitySchema<T>, row: T): Promise<void> {
    await this.write(schema, (repository) => repository.insert({ ...row }));
  }

  /** @returns how many rows it changed */
  async update<T extends object>(
    schema: EntitySchema<T>,
    which: FindOptionsWhere<T>,
    change: Partial<T>,
  ): Promise<number> {
    const values = change as QueryDeepPartialEntity<T>;
    return (await this.write(schema, (repository) => repository.update(which, values))).affected ?? 0;
  }

  /** @returns how many rows it deleted */
  async delete<T extends object>(schema: EntitySchema<T>, which: FindOptionsWhere<T>): Promise<number> {
    return (await this.write(schema, (repository) => repository.delete(which))).affected ?? 0;
  }

  /** @returns false when a unique index has such a row, also of a concurrent insert */
  insertIfUnique<T extends object>(schema: EntitySchema<T>, row: T): Promise<boolean> {
    return this.write(schema, async (repository) => {
      const keys = repository.metadata.primaryColumns.map(({ propertyName }) => propertyName);
      const insert = repository.createQueryBuilder().insert().values(row).orIgnore();
      const inserted = await insert.returning(keys).updateEntity(false).execute();
      return (inserted.raw as unknown[]).length === 1;
    });
  }

  /** An UPDATE has no ON CONFLICT, and a violation would abort the transaction. @returns false when a unique index refuses it */
  async updateIfUnique(update: () => Promise<unknown>): Promise<boolean> {
    await this.affected('SAVEPOINT unique_update');
    try {
      await update();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await this.affected('ROLLBACK TO SAVEPOINT unique_update');
      return false;
    }
    await this.affected('RELEASE SAVEPOINT unique_update');
    return true;
  }

  /** `hasWritten` reports whether `work` has written with {@link enqueue}, {@link affected} or a BatchWriter. */
  watchWrites<T>(work: () => Promise<T>): { result: Promise<T>; hasWritten: () => boolean } {
    const watched = { hasWritten: false };
    const result = this.#runs.run({ ...this.#runs.current, watched }, work);
    return { result, hasWritten: () => watched.hasWritten };
  }

  noteWrite(): void {
    const { watched } = this.#runs.current ?? {};
    if (watched) watched.hasWritten = true;
  }

  get isActive(): boolean {
    return this.#runs.current?.transaction !== undefined;
  }

  /** Lookups of one scope may share a statement. `null`: inside a separate transaction, where they are not batched. */
  get batchScope(): object | null {
    const transaction = this.#runs.current?.transaction;
    if (!transaction) return this;
    return transaction.isGroup ? transaction : null;
  }

  /**
   * Retries a deadlock or serialization failure three times, so `work` must change nothing but the database.
   * @param lockTimeoutMs the limit of the wait of each statement for a lock
   */
  async run<T>(work: () => Promise<T>, lockTimeoutMs: number | null = null): Promise<T> {
    if (this.#runs.current?.transaction) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work, lockTimeoutMs);
      } catch (error) {
        const state = sqlState(error);
        if (attempt === MAX_ATTEMPTS || state === undefined || !RETRYABLE.has(state)) throw error;
        this.#logger.debug(`transaction retried after ${state}`);
        await delay(Math.random() * MAX_RETRY_DELAY_MS * attempt);
      }
    }
  }

  /** Runs `hook` after the commit, or at once outside a transaction. It must not throw. */
  afterCommit(hook: () => void): void {
    const transaction = this.#runs.current?.transaction;
    if (transaction) transaction.afterCommit.push(hook);
    else hook();
  }

  async rows<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.#query(sql, parameters)).rows as Row[];
  }

  /** Planned for these very values: for conditions that are built at run time. */
  async rowsPlannedAnew<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return (await this.#send({ text: sql, values: parameters })).rows as Row[];
  }

  async row<Row>(sql: string, parameters: unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(sql, parameters))[0] ?? null;
  }

  async exists(sql: string, parameters: unknown[]): Promise<boolean> {
    return (await this.row(sql, parameters)) !== null;
  }

  async affected(sql: string, parameters: unknown[] = []): Promise<number> {
    this.noteWrite();
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  /** Does not wait for the result: a later statement or the commit throws the failure. */
  async enqueue(sql: string, parameters: unknown[] = []): Promise<void> {
    this.noteWrite();
    const transaction = this.#runs.current?.transaction;
    if (transaction) sendUnread(transaction, this.#withName(sql, parameters));
    else await this.#query(sql, parameters);
  }

  /** PostgreSQL parses and plans each prepared text once per connection. TypeORM's `query` adds overhead. */
  async #query(text: string, values: unknown[]): Promise<QueryResult> {
    return this.#send(this.#withName(text, values));
  }

  #withName(text: string, values: unknown[]): QueryConfig {
    return { name: this.#statements.nameOf(text), text, values };
  }

  async #send(query: QueryConfig): Promise<QueryResult> {
    const transaction = this.#runs.current?.transaction;
    try {
      if (transaction) return await send(transaction, query);
      const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
      return await (this.gate ? this.gate.statement(pool, query) : pool.query(query));
    } catch (error) {
      this.#checkPrepared(error);
      throw error;
    }
  }

  #checkPrepared(error: unknown): void {
    const state = sqlState(error);
    if (this.#statements.turnOffAfter(state)) {
      this.#logger.warn(
        `prepared statements are off in this process after ${state}: set DATABASE_PREPARE=off, or let the pooler keep them`,
      );
    }
  }

  async #once<T>(work: () => Promise<T>, lockTimeoutMs: number | null): Promise<T> {
    this.gate?.check();
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
        result = await this.#runs.run({ ...this.#runs.current, transaction }, work);
        // The gate may have closed meanwhile. A transaction that is rolled back waits for no standby.
        this.gate?.check();
        await (this.gate ? this.gate.time(commit(transaction), client) : commit(transaction));
      } catch (error) {
        transaction.over = true;
        this.#checkPrepared(error);
        // On a broken connection ROLLBACK fails too; the first error is the one to throw.
        await transmit(client, { text: 'ROLLBACK' }).catch(() => undefined);
        throw firstFailure(transaction, error);
      }
      for (const hook of transaction.afterCommit) hook();
      return result;
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

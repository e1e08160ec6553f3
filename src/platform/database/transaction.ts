import { nextTick } from 'node:process';
import type { Duplex } from 'node:stream';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { QueryRunner } from 'typeorm';
import { UnknownCommitError, warningsOf } from './commit-outcome';
import { sqlState } from './sql-state';

export interface Transaction {
  readonly isGroup: boolean;
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  readonly afterCommit: (() => void)[];
  readonly unread: Promise<unknown>[];
  /** The first error; PostgreSQL refuses every statement after it. */
  failure?: unknown;
  /** COMMIT or ROLLBACK was sent, so the connection goes back to the pool. */
  over?: true;
}

/** The transaction, or the watch over writes, that asynchronous work belongs to. */
export interface Run {
  readonly transaction?: Transaction;
  readonly watched?: { hasWritten: boolean };
}

/** Calls `flush` later. */
type Schedule = (flush: () => void) => unknown;

const corked = new WeakSet<Duplex>();

/** in_failed_sql_transaction: the error of an earlier statement is the one to throw. */
const FAILED_EARLIER = '25P02';

/** A failed statement fails the commit: PostgreSQL has rolled back then. @throws UnknownCommitError */
export async function commit(transaction: Transaction): Promise<void> {
  transaction.over = true;
  const warnings = warningsOf(transaction.client);
  const ended = transmit(transaction.client, { text: 'COMMIT' });
  await Promise.all([...transaction.unread, ended]);
  if (warningsOf(transaction.client) > warnings) throw new UnknownCommitError();
  if ((await ended).command !== 'COMMIT')
    throw new Error('the transaction was rolled back: one of its statements failed');
}

/** In a group it is flushed with the next awaited statement: each packet wakes PostgreSQL up. */
export function sendUnread(transaction: Transaction, query: QueryConfig): void {
  const sent = send(transaction, query, transaction.isGroup ? soon : nextTick);
  sent.catch(() => undefined);
  transaction.unread.push(sent);
}

export async function send(
  transaction: Transaction,
  query: QueryConfig,
  schedule: Schedule = nextTick,
): Promise<QueryResult> {
  if (transaction.over) throw new Error('a statement was sent after the end of its transaction');
  try {
    return await transmit(transaction.client, query, schedule);
  } catch (error) {
    const first = firstFailure(transaction, error);
    transaction.failure = first;
    throw first;
  }
}

/** The error that an earlier statement of the transaction failed with, where `error` only follows from it. */
export function firstFailure({ failure }: Transaction, error: unknown): unknown {
  return sqlState(error) === FAILED_EARLIER ? (failure ?? error) : error;
}

/** Statements of one turn of the event loop leave in one packet, with earlier ones that were not flushed yet. */
export function transmit(
  client: PoolClient,
  query: QueryConfig,
  schedule: Schedule = nextTick,
): Promise<QueryResult> {
  const { stream } = client.connection;
  if (!corked.has(stream)) stream.cork();
  corked.add(stream);
  schedule(() => {
    if (corked.delete(stream)) stream.uncork();
  });
  return client.query(query);
}

/** After the loaders of the next turn. Needed where no `transmit` follows: TypeORM's own statements flush nothing. */
function soon(flush: () => void): void {
  setImmediate(() => setImmediate(flush));
}

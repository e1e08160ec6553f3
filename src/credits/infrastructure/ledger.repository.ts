import { Injectable } from '@nestjs/common';
import { among, ofUnknownLength } from '../../platform/database/among';
import { BatchLoaderById } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { type Amount, amountOf, decimalOf } from '../../platform/kernel/amount';
import type { StoredRates } from '../domain/rates';

export interface Balance {
  readonly balance: Amount;
  readonly reserved: Amount;
  readonly rates: StoredRates;
  readonly updatedAt: Date;
}

export type TransactionType = 'top_up' | 'ai_call' | 'human_call' | 'analysis' | 'adjustment';

export interface LedgerEntry {
  readonly id: string;
  readonly type: TransactionType;
  readonly amount: Amount;
  readonly balanceAfter: Amount;
  readonly callId: string | null;
  readonly description: string;
  readonly createdAt: Date;
}

export interface Movement {
  readonly accountId: string;
  /** Change of the reserved amount; negative when a reservation ends. */
  readonly reserved: Amount;
  /** The change of the balance, if any. */
  readonly entry: Pick<LedgerEntry, 'id' | 'type' | 'amount' | 'callId' | 'description'> | null;
}

export interface Reservation {
  readonly subjectId: string;
  readonly amount: Amount;
  readonly price: Amount;
}

interface BalanceRow {
  account_id: string;
  balance: string;
  reserved: string;
  rates: StoredRates;
  updated_at: Date;
}

interface EntryRow {
  id: string;
  type: TransactionType;
  amount: string;
  balance_after: string;
  call_id: string | null;
  description: string;
  created_at: Date;
}

const ENTRY = 'id, type, amount, balance_after, call_id, description, created_at';

@Injectable()
export class LedgerRepository {
  readonly #byAccount: BatchLoaderById<Balance>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#byAccount = new BatchLoaderById(unitOfWork, (accounts) => this.#read(accounts));
  }

  async open(accountId: string, rates: StoredRates, now: Date): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO credit_accounts (account_id, balance, reserved, rates, updated_at) VALUES ($1, 0, 0, $2::jsonb, $3)`,
      [accountId, JSON.stringify(rates), now],
    );
  }

  async setRates(accountId: string, rates: StoredRates): Promise<void> {
    await this.unitOfWork.affected('UPDATE credit_accounts SET rates = $2::jsonb WHERE account_id = $1', [
      accountId,
      JSON.stringify(rates),
    ]);
  }

  async charges(callIds: readonly string[]): Promise<Map<string, Amount>> {
    const rows = await this.unitOfWork.rows<{ call_id: string; charged: string }>(
      `SELECT call_id, -sum(amount) AS charged FROM credit_transactions WHERE call_id = ANY ($1) GROUP BY call_id`,
      [callIds],
    );
    return new Map(rows.map(({ call_id, charged }) => [call_id, amountOf(charged)]));
  }

  read(accountId: string): Promise<Balance | null> {
    return this.#byAccount.find(accountId);
  }

  /** Locks the account's credits until the end of the transaction: the last lock in the lock order. */
  async lock(accountId: string): Promise<Balance | null> {
    return (await this.lockAll([accountId])).get(accountId) ?? null;
  }

  /** Locks several accounts, in one global order. */
  lockAll(accounts: string[]): Promise<Map<string, Balance>> {
    return this.#read(accounts, 'ORDER BY account_id FOR UPDATE');
  }

  async #read(accounts: string[], lock = ''): Promise<Map<string, Balance>> {
    const rows = await this.unitOfWork.rows<BalanceRow>(
      `SELECT account_id, balance, reserved, rates, updated_at FROM credit_accounts
       WHERE ${among('account_id', '$1')} ${lock}`,
      [accounts],
    );
    return new Map(
      rows.map((row) => [
        row.account_id,
        {
          balance: amountOf(row.balance),
          reserved: amountOf(row.reserved),
          rates: row.rates,
          updatedAt: row.updated_at,
        },
      ]),
    );
  }

  /**
   * Enters movements of locked accounts, in their order. PostgreSQL computes the balances, so earlier entries of the
   * same transaction do not matter.
   */
  async enter(movements: readonly Movement[], now: Date): Promise<void> {
    if (movements.length === 0) return;
    await this.unitOfWork.enqueue(
      `WITH moved AS (
         SELECT * FROM unnest(${ofUnknownLength('$1')}, $2::numeric[], $3::text[], $4::text[], $5::numeric[], $6::text[], $7::text[])
           WITH ORDINALITY AS moved (account_id, reserved, id, type, amount, call_id, description, place)
       ), stands AS (
         UPDATE credit_accounts AS c
         SET balance = c.balance + total.amount, reserved = c.reserved + total.reserved, updated_at = $8
         FROM (SELECT account_id, sum(amount) AS amount, sum(reserved) AS reserved FROM moved GROUP BY account_id) AS total
         WHERE c.account_id = total.account_id AND ${among('c.account_id', '$1')}
         RETURNING c.account_id, c.balance
       )
       INSERT INTO credit_transactions (account_id, id, type, amount, balance_after, call_id, description, created_at)
       SELECT account_id, id, type, amount, balance - coalesce(sum(amount) OVER later, 0), call_id, description, $8
       FROM moved JOIN stands USING (account_id) WHERE id IS NOT NULL
       WINDOW later AS (PARTITION BY account_id ORDER BY place DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`,
      [
        movements.map(({ accountId }) => accountId),
        movements.map(({ reserved }) => decimalOf(reserved)),
        movements.map(({ entry }) => entry?.id ?? null),
        movements.map(({ entry }) => entry?.type ?? null),
        movements.map(({ entry }) => decimalOf(entry?.amount ?? 0n)),
        movements.map(({ entry }) => entry?.callId ?? null),
        movements.map(({ entry }) => entry?.description ?? null),
        now,
      ],
    );
  }

  async addReservations(accountId: string, reservations: readonly Reservation[], now: Date): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO credit_reservations (subject_id, amount, price, account_id, created_at)
       SELECT id, amount, price, $4, $5 FROM unnest($1::text[], $2::numeric[], $3::numeric[]) AS r (id, amount, price)`,
      [
        reservations.map(({ subjectId }) => subjectId),
        reservations.map(({ amount }) => decimalOf(amount)),
        reservations.map(({ price }) => decimalOf(price)),
        accountId,
        now,
      ],
    );
  }

  isReserved(subjectId: string): Promise<boolean> {
    return this.unitOfWork.exists('SELECT FROM credit_reservations WHERE subject_id = $1', [subjectId]);
  }

  /** Ends reservations; returns those that still existed. */
  async endReservations(subjectIds: readonly string[]): Promise<Map<string, Reservation>> {
    const rows = await this.unitOfWork.rows<{ subject_id: string; amount: string; price: string }>(
      `DELETE FROM credit_reservations WHERE ${among('subject_id', '$1')} RETURNING subject_id, amount, price`,
      [subjectIds],
    );
    return new Map(
      rows.map(({ subject_id: subjectId, amount, price }) => [
        subjectId,
        { subjectId, amount: amountOf(amount), price: amountOf(price) },
      ]),
    );
  }

  async find(accountId: string, id: string): Promise<LedgerEntry | null> {
    const row = await this.unitOfWork.row<EntryRow>(
      `SELECT ${ENTRY} FROM credit_transactions WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return row ? entryOf(row) : null;
  }

  /** Newest first, at most `limit`, starting after `after`. */
  async list(accountId: string, limit: number, after: LedgerEntry | null): Promise<LedgerEntry[]> {
    const rows = await this.unitOfWork.rows<EntryRow>(
      `SELECT ${ENTRY} FROM credit_transactions
       WHERE account_id = $1 AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4))
       ORDER BY created_at DESC, id DESC LIMIT $2`,
      [accountId, limit, after?.createdAt ?? null, after?.id ?? null],
    );
    return rows.map(entryOf);
  }
}

function entryOf(row: EntryRow): LedgerEntry {
  return {
    id: row.id,
    type: row.type,
    amount: amountOf(row.amount),
    balanceAfter: amountOf(row.balance_after),
    callId: row.call_id,
    description: row.description,
    createdAt: row.created_at,
  };
}

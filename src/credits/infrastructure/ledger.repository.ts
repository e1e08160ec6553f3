import { Injectable } from '@nestjs/common';
import { GatheredById } from '../../platform/database/gathered';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { type Amount, amountOf, decimalOf } from '../../platform/kernel/amount';
import type { StoredRates } from '../domain/rates';

/** An account's credits as they stand. */
export interface Balance {
  readonly balance: Amount;
  readonly reserved: Amount;
  readonly rates: StoredRates;
  readonly updatedAt: Date;
}

export type TransactionType = 'top_up' | 'ai_call' | 'human_call' | 'analysis' | 'adjustment';

/** One entry of the append-only ledger. */
export interface LedgerEntry {
  readonly id: string;
  readonly type: TransactionType;
  readonly amount: Amount;
  readonly balanceAfter: Amount;
  readonly callId: string | null;
  readonly description: string;
  readonly createdAt: Date;
}

/** Credits held back for a call that runs. */
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
  readonly #byAccount: GatheredById<Balance>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#byAccount = new GatheredById(unitOfWork, (accounts) => this.#read(accounts));
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

  read(accountId: string): Promise<Balance | null> {
    return this.#byAccount.find(accountId);
  }

  /** Locks the account's credits until the end of the transaction: the last of all locks. */
  async lock(accountId: string): Promise<Balance | null> {
    return (await this.#read([accountId], 'FOR UPDATE')).get(accountId) ?? null;
  }

  async #read(accounts: string[], lock = ''): Promise<Map<string, Balance>> {
    const rows = await this.unitOfWork.rows<BalanceRow>(
      `SELECT account_id, balance, reserved, rates, updated_at FROM credit_accounts WHERE account_id = ANY ($1) ${lock}`,
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

  async write(accountId: string, balance: Amount, reserved: Amount, now: Date): Promise<void> {
    await this.unitOfWork.write(
      'UPDATE credit_accounts SET balance = $2, reserved = $3, updated_at = $4 WHERE account_id = $1',
      [accountId, decimalOf(balance), decimalOf(reserved), now],
    );
  }

  async addReservations(accountId: string, reservations: readonly Reservation[], now: Date): Promise<void> {
    await this.unitOfWork.write(
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

  async isReserved(subjectId: string): Promise<boolean> {
    const row = await this.unitOfWork.row('SELECT FROM credit_reservations WHERE subject_id = $1', [
      subjectId,
    ]);
    return row !== undefined;
  }

  /** Ends a reservation; null when there is none (any more). */
  async takeReservation(subjectId: string): Promise<Reservation | null> {
    const row = await this.unitOfWork.row<{ amount: string; price: string }>(
      'DELETE FROM credit_reservations WHERE subject_id = $1 RETURNING amount, price',
      [subjectId],
    );
    return row ? { subjectId, amount: amountOf(row.amount), price: amountOf(row.price) } : null;
  }

  async addEntry(accountId: string, entry: LedgerEntry): Promise<void> {
    await this.unitOfWork.write(
      `INSERT INTO credit_transactions (account_id, ${ENTRY}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        accountId,
        entry.id,
        entry.type,
        decimalOf(entry.amount),
        decimalOf(entry.balanceAfter),
        entry.callId,
        entry.description,
        entry.createdAt,
      ],
    );
  }

  async find(accountId: string, id: string): Promise<LedgerEntry | null> {
    const row = await this.unitOfWork.row<EntryRow>(
      `SELECT ${ENTRY} FROM credit_transactions WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return row ? entryOf(row) : null;
  }

  /** Newest first, at most `limit`, those after `after`. */
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

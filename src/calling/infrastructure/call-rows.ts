import { among } from '../../platform/database/among';
import type { RowMap, StoredRow } from '../../platform/database/row-map';
import type { UnitOfWork } from '../../platform/database/unit-of-work';
import type { CommonCallState } from '../../shared-kernel/call-state';
import type { CallStore } from '../domain/call-store';
import type { LegReference } from '../domain/leg-reference';

interface StoredCall<State> {
  readonly state: State;
  readonly attempt: number;
}

interface CallTable<State extends object, C> {
  readonly rows: RowMap<State>;
  /** Columns that change during a call's life; the others are written once. */
  readonly mutable: readonly (keyof State & string)[];
  /** Calls are dialed repeatedly, so that statements about a dial name its number. */
  readonly hasAttempts: boolean;
  readonly callOf: (state: State) => C;
}

/** Statements that the tables of both kinds of calls share. */
export abstract class CallRows<
  State extends CommonCallState,
  C extends StoredCall<State>,
> implements CallStore<C> {
  readonly #table: CallTable<State, C>;
  readonly #name: string;
  readonly #columns: string;

  constructor(
    protected readonly unitOfWork: UnitOfWork,
    table: CallTable<State, C>,
  ) {
    this.#table = table;
    this.#name = table.rows.table;
    this.#columns = table.rows.select('c');
  }

  abstract lockById(id: string): Promise<C | null>;

  async lockLeg({ callId, attempt }: LegReference, reportedBy: string | null): Promise<C | undefined> {
    const call = await this.lockById(callId);
    if (call?.attempt !== attempt) return undefined;
    return reportedBy === null || call.state.carrier === reportedBy ? call : undefined;
  }

  abstract update(calls: readonly C[]): Promise<void>;

  /** Locks one call of an account until the end of the transaction. */
  async lockOne(accountId: string, id: string): Promise<C | null> {
    const [call] = await this.select('WHERE c.account_id = $1 AND c.id = $2 FOR UPDATE OF c', [
      accountId,
      id,
    ]);
    return call ?? null;
  }

  /** Locks a call whose analysis is due, unless another process has it locked. */
  async lockToAnalyse(id: string, now: Date): Promise<C | null> {
    const [call] = await this.select(
      'WHERE c.id = $1 AND c.analysis_due_at <= $2 FOR UPDATE OF c SKIP LOCKED',
      [id, now],
    );
    return call ?? null;
  }

  async read(ids: readonly string[]): Promise<C[]> {
    return ids.length === 0 ? [] : this.select(`WHERE ${among('c.id', '$1')}`, [ids]);
  }

  async overdue(now: Date, limit: number): Promise<string[]> {
    const found = await this.unitOfWork.rows<{ id: string }>(
      `SELECT id FROM ${this.#name} WHERE watchdog_at <= $1 ORDER BY watchdog_at LIMIT $2`,
      [now, limit],
    );
    return found.map(({ id }) => id);
  }

  /** Calls whose talk waits for analysis. */
  async toAnalyse(now: Date, limit: number): Promise<{ id: string; accountId: string }[]> {
    return this.unitOfWork.rows(
      `SELECT id, account_id AS "accountId" FROM ${this.#name} WHERE analysis_due_at <= $1
       ORDER BY analysis_due_at LIMIT $2`,
      [now, limit],
    );
  }

  async storeCarrierCallId({ callId, attempt }: LegReference, carrierCallId: string): Promise<boolean> {
    const { hasAttempts } = this.#table;
    const row = await this.unitOfWork.row<{ open: boolean }>(
      `UPDATE ${this.#name} SET carrier_id = $2 WHERE id = $1 ${hasAttempts ? 'AND attempt = $3' : ''}
       RETURNING ended_at IS NULL AS open`,
      [callId, carrierCallId, ...(hasAttempts ? [attempt] : [])],
    );
    return row?.open ?? false;
  }

  /** Stores what changed of calls that were loaded under a lock, without their events. */
  protected async updateRows(calls: readonly C[]): Promise<void> {
    const { rows, mutable } = this.#table;
    await this.unitOfWork.enqueue(
      `UPDATE ${this.#name} AS c SET ${rows.assignments(mutable)}
       FROM json_populate_recordset(NULL::${this.#name}, $1::json) AS n WHERE c.id = n.id AND ${among('c.id', '$2')}`,
      [rows.json(calls.map(({ state }) => state)), calls.map(({ state }) => state.id)],
    );
  }

  protected async select(rest: string, parameters: unknown[]): Promise<C[]> {
    const found = await this.unitOfWork.rows<StoredRow>(
      `SELECT ${this.#columns} FROM ${this.#name} c ${rest}`,
      parameters,
    );
    return found.map((row) => this.#table.callOf(this.#table.rows.state(row)));
  }
}

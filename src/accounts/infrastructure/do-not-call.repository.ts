import { Injectable } from '@nestjs/common';
import { ofUnknownLength } from '../../platform/database/among';
import { BatchLoader } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export interface DoNotCallEntry {
  readonly phoneNumber: string;
  readonly since: Date;
  readonly callId: string | null;
  readonly reason: string;
}

const COLUMNS = 'phone_number AS "phoneNumber", since, call_id AS "callId", reason';

interface EntryQuery {
  readonly accountId: string;
  readonly phoneNumber: string;
}

@Injectable()
export class DoNotCallRepository {
  readonly #entries: BatchLoader<EntryQuery, DoNotCallEntry | null>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#entries = new BatchLoader(unitOfWork, (queries) => this.#find(queries));
  }

  /** Returns the entry, also of a listed number. */
  async add(accountId: string, entry: DoNotCallEntry): Promise<DoNotCallEntry> {
    await this.unitOfWork.affected(
      `INSERT INTO do_not_call (account_id, phone_number, since, call_id, reason)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [accountId, entry.phoneNumber, entry.since, entry.callId, entry.reason],
    );
    return (await this.find(accountId, [entry.phoneNumber])).get(entry.phoneNumber) ?? entry;
  }

  remove(accountId: string, phoneNumber: string): Promise<DoNotCallEntry | null> {
    return this.unitOfWork.row<DoNotCallEntry>(
      `DELETE FROM do_not_call WHERE account_id = $1 AND phone_number = $2 RETURNING ${COLUMNS}`,
      [accountId, phoneNumber],
    );
  }

  unlink(accountId: string, phoneNumber: string): Promise<number> {
    return this.unitOfWork.affected(
      'UPDATE do_not_call SET call_id = NULL WHERE account_id = $1 AND phone_number = $2',
      [accountId, phoneNumber],
    );
  }

  async find(accountId: string, numbers: readonly string[]): Promise<Map<string, DoNotCallEntry>> {
    const rows = await this.unitOfWork.rows<DoNotCallEntry>(
      `SELECT ${COLUMNS} FROM do_not_call WHERE account_id = $1 AND phone_number = ANY ($2)`,
      [accountId, numbers],
    );
    return new Map(rows.map((entry) => [entry.phoneNumber, entry]));
  }

  findOne(accountId: string, phoneNumber: string): Promise<DoNotCallEntry | null> {
    return this.#entries.load({ accountId, phoneNumber });
  }

  async #find(queries: readonly EntryQuery[]): Promise<(DoNotCallEntry | null)[]> {
    const rows = await this.unitOfWork.rows<DoNotCallEntry & { place: string }>(
      `SELECT place, entry.* FROM unnest(${ofUnknownLength('$1')}, $2::text[]) WITH ORDINALITY AS requested (account_id, number, place),
         LATERAL (
           SELECT ${COLUMNS} FROM do_not_call WHERE account_id = requested.account_id AND phone_number = requested.number LIMIT 1
         ) AS entry`,
      [queries.map(({ accountId }) => accountId), queries.map(({ phoneNumber }) => phoneNumber)],
    );
    const found = new Map(rows.map(({ place, ...entry }) => [Number(place), entry]));
    return queries.map((_, at) => found.get(at + 1) ?? null);
  }

  list(accountId: string, limit: number, after: DoNotCallEntry | null): Promise<DoNotCallEntry[]> {
    return this.unitOfWork.rows<DoNotCallEntry>(
      `SELECT ${COLUMNS} FROM do_not_call
       WHERE account_id = $1 AND ($3::timestamptz IS NULL OR (since, phone_number) < ($3, $4))
       ORDER BY since DESC, phone_number DESC LIMIT $2`,
      [accountId, limit, after?.since ?? null, after?.phoneNumber ?? null],
    );
  }
}

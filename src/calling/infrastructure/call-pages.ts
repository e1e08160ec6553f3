import { Injectable } from '@nestjs/common';
import { newestFirst } from '../../platform/database/newest-first';
import type { RowMap, StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';

/** Filters that both kinds of calls have, combined with AND. Instants are exclusive. */
export interface CallPageFilter {
  readonly status?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly externalId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly endedAfter?: Date | undefined;
  readonly endedBefore?: Date | undefined;
}

/** SQL condition of each filter; `$` stands for its parameter. */
export const PAGE_CONDITIONS: Readonly<Record<keyof CallPageFilter, string>> = {
  status: 't.status = $',
  phoneNumber: 't.phone_number = $',
  externalId: 't.external_id = $',
  createdAfter: 't.created_at > $',
  createdBefore: 't.created_at < $',
  endedAfter: 't.ended_at > $',
  endedBefore: 't.ended_at < $',
};

/** Reads pages of calls by (created_at, id), newest first. Keyset pagination: a deep page costs as much as the first. */
@Injectable()
export abstract class CallPages<State extends object, Filter extends object> {
  protected abstract readonly table: string;
  protected abstract readonly rows: RowMap<State>;
  /** SQL condition of each filter; `$` stands for its parameter. */
  protected abstract readonly conditions: Readonly<Record<keyof Filter, string>>;

  constructor(protected readonly unitOfWork: UnitOfWork) {}

  async list(accountId: string, filter: Filter, limit: number, after: string | undefined): Promise<State[]> {
    const { sql, parameters } = newestFirst({
      table: this.table,
      accountId,
      conditions: this.conditions,
      filter,
      time: 'created_at',
      limit,
      after,
    });
    const found = await this.unitOfWork.rowsPlannedAnew<StoredRow>(
      `SELECT ${this.rows.select('t')} FROM ${this.table} AS t ${sql}`,
      parameters,
    );
    return found.map((row) => this.rows.state(row));
  }
}

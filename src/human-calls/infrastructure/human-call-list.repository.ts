import { Injectable } from '@nestjs/common';
import { newestFirst } from '../../platform/database/newest-first';
import { RowMap } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallSchema } from './human-call.schema';

const rows = new RowMap<HumanCallState>(HumanCallSchema);

/** Filters of GET /human-calls, combined with AND. Instants are exclusive. */
export interface HumanCallFilter {
  readonly status?: string | undefined;
  readonly counsellorId?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly externalId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly endedAfter?: Date | undefined;
  readonly endedBefore?: Date | undefined;
}

/** SQL condition of each filter; `$` stands for its parameter. */
const CONDITIONS: Readonly<Record<keyof HumanCallFilter, string>> = {
  status: 't.status = $',
  counsellorId: 't.counsellor_id = $',
  phoneNumber: 't.phone_number = $',
  externalId: 't.external_id = $',
  createdAfter: 't.created_at > $',
  createdBefore: 't.created_at < $',
  endedAfter: 't.ended_at > $',
  endedBefore: 't.ended_at < $',
};

/** Pages of human calls by (created_at, id), newest first. */
@Injectable()
export class HumanCallListRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async list(
    accountId: string,
    filter: HumanCallFilter,
    limit: number,
    after: string | undefined,
  ): Promise<HumanCallState[]> {
    const { sql, parameters } = newestFirst({
      table: 'human_calls',
      accountId,
      conditions: CONDITIONS,
      filter,
      time: 'created_at',
      limit,
      after,
    });
    const found = await this.unitOfWork.rowsPlannedAnew<Record<string, unknown>>(
      `SELECT ${rows.select('t')} FROM human_calls AS t ${sql}`,
      parameters,
    );
    return found.map((row) => rows.state(row));
  }
}

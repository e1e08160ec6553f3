import { Injectable } from '@nestjs/common';
import { newestFirst } from '../../platform/database/newest-first';
import { RowMap } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { CallState } from '../domain/call-state';
import { CallSchema } from './call.schema';

const rows = new RowMap<CallState>(CallSchema);

/** Filters of GET /calls, combined with AND. Instants are exclusive. */
export interface CallFilter {
  readonly batchId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: string | undefined;
  readonly agentId?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly test?: boolean | undefined;
  readonly direction?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly endedAfter?: Date | undefined;
  readonly endedBefore?: Date | undefined;
}

/** SQL condition of each filter; `$` stands for its parameter. */
const CONDITIONS: Readonly<Record<keyof CallFilter, string>> = {
  batchId: 't.batch_id = $',
  externalId: 't.external_id = $',
  status: 't.status = $',
  agentId: 't.agent_id = $',
  phoneNumber: 't.phone_number = $',
  test: 't.test = $',
  direction: "coalesce(t.direction, 'outbound') = $",
  createdAfter: 't.created_at > $',
  createdBefore: 't.created_at < $',
  endedAfter: 't.ended_at > $',
  endedBefore: 't.ended_at < $',
};

/** Pages of calls by (created_at, id), newest first. Keyset pagination: a deep page costs as much as the first. */
@Injectable()
export class CallListRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async list(
    accountId: string,
    filter: CallFilter,
    limit: number,
    after: string | undefined,
  ): Promise<CallState[]> {
    const { sql, parameters } = newestFirst({
      table: 'calls',
      accountId,
      conditions: CONDITIONS,
      filter,
      time: 'created_at',
      limit,
      after,
    });
    const found = await this.unitOfWork.rowsPlannedAnew<Record<string, unknown>>(
      `SELECT ${rows.select('t')} FROM calls AS t ${sql}`,
      parameters,
    );
    return found.map((row) => rows.state(row));
  }
}

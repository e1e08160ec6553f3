import { Injectable } from '@nestjs/common';
import { RowMap } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { CallState } from '../domain/call-state';
import { CallSchema } from './call.schema';

const rows = new RowMap<CallState>(CallSchema);

/** The filters of GET /calls; all that are given must hold. Instants are exclusive. */
export interface CallFilter {
  readonly batchId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: string | undefined;
  readonly agentId?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly test?: boolean | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly endedAfter?: Date | undefined;
  readonly endedBefore?: Date | undefined;
}

/** Each filter's condition; `$` is its parameter. */
const CONDITIONS: Readonly<Record<keyof CallFilter, string>> = {
  batchId: 'c.batch_id = $',
  externalId: 'c.external_id = $',
  status: 'c.status = $',
  agentId: 'c.agent_id = $',
  phoneNumber: 'c.phone_number = $',
  test: 'c.test = $',
  createdAfter: 'c.created_at > $',
  createdBefore: 'c.created_at < $',
  endedAfter: 'c.ended_at > $',
  endedBefore: 'c.ended_at < $',
};

/** Pages of calls by (created_at, id), newest first: each page is one look into an index, however deep it is. */
@Injectable()
export class CallListRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async list(
    accountId: string,
    filter: CallFilter,
    limit: number,
    after: Pick<CallState, 'createdAt' | 'id'> | null,
  ): Promise<CallState[]> {
    const parameters: unknown[] = [accountId];
    const conditions = ['c.account_id = $1'];
    for (const [name, condition] of Object.entries(CONDITIONS)) {
      const value = filter[name as keyof CallFilter];
      if (value === undefined) continue;
      parameters.push(value);
      conditions.push(condition.replace('$', `$${parameters.length}`));
    }
    if (after) {
      parameters.push(after.createdAt, after.id);
      conditions.push(`(c.created_at, c.id) < ($${parameters.length - 1}, $${parameters.length})`);
    }
    parameters.push(limit);
    const found = await this.unitOfWork.rowsPlannedAnew<Record<string, unknown>>(
      `SELECT ${rows.select('c')} FROM calls c WHERE ${conditions.join(' AND ')}
       ORDER BY c.created_at DESC, c.id DESC LIMIT $${parameters.length}`,
      parameters,
    );
    return found.map((row) => rows.state(row));
  }
}

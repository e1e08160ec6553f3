import { Injectable } from '@nestjs/common';
import { RowMap } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallSchema } from './human-call.schema';

const rows = new RowMap<HumanCallState>(HumanCallSchema);

/** The filters of GET /human-calls; all that are given must hold. Instants are exclusive. */
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

/** Each filter's condition; `$` is its parameter. */
const CONDITIONS: Readonly<Record<keyof HumanCallFilter, string>> = {
  status: 'c.status = $',
  counsellorId: 'c.counsellor_id = $',
  phoneNumber: 'c.phone_number = $',
  externalId: 'c.external_id = $',
  createdAfter: 'c.created_at > $',
  createdBefore: 'c.created_at < $',
  endedAfter: 'c.ended_at > $',
  endedBefore: 'c.ended_at < $',
};

/** Pages of human calls by (created_at, id), newest first. */
@Injectable()
export class HumanCallListRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async list(
    accountId: string,
    filter: HumanCallFilter,
    limit: number,
    after: Pick<HumanCallState, 'createdAt' | 'id'> | null,
  ): Promise<HumanCallState[]> {
    const parameters: unknown[] = [accountId];
    const conditions = ['c.account_id = $1'];
    for (const [name, condition] of Object.entries(CONDITIONS)) {
      const value = filter[name as keyof HumanCallFilter];
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
      `SELECT ${rows.select('c')} FROM human_calls c WHERE ${conditions.join(' AND ')}
       ORDER BY c.created_at DESC, c.id DESC LIMIT $${parameters.length}`,
      parameters,
    );
    return found.map((row) => rows.state(row));
  }
}

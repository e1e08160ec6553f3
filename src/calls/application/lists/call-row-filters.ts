import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { type DayRange, spanOf } from '../../../platform/kernel/day-range';
import { callingCodeOf } from '../../../platform/phone-number';
import { searchFor } from '../../domain/call-search';
import type { CallRowFilter } from '../../infrastructure/call-row.repository';
import { BatchNames } from './batch-names';

type RowFilter =
  'statuses' | 'agentId' | 'disposition' | 'test' | 'direction' | 'firstCallId' | 'isLatestAttempt' | 'dates';

/** Filters of the console; an absent one matches all calls. */
export interface CallRowsRequest extends DayRange, Pick<CallRowFilter, RowFilter> {
  readonly batchId: string | undefined;
  /** An id, a number or a record, whole. */
  readonly q: string | undefined;
}

/** Reads the console's filters: days of the account, uploads as one, numbers as they write them. */
@Injectable()
export class CallRowFilters {
  constructor(
    private readonly accounts: Accounts,
    private readonly batches: BatchNames,
  ) {}

  /** @throws DomainError invalid_request on the field `prefix.to` when it is before `from` */
  async of(accountId: string, request: CallRowsRequest, prefix = 'query'): Promise<CallRowFilter> {
    const { statuses, agentId, batchId, disposition, test, direction, q } = request;
    const { firstCallId, isLatestAttempt, dates } = request;
    const account = await this.accounts.get(accountId);
    const { since, before } = spanOf(request, account.timezone, `${prefix}.to`);
    return {
      statuses,
      agentId,
      batchIds: batchId === undefined ? undefined : await this.batches.together(accountId, batchId),
      disposition,
      test,
      direction,
      firstCallId,
      isLatestAttempt,
      dates,
      since,
      before,
      search:
        q === undefined ? undefined : searchFor(q, account.countries, (code) => callingCodeOf(code) ?? '91'),
    };
  }
}

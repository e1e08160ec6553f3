import { storedNumber } from '../../platform/phone-number';
import type { CallPageFilter } from '../infrastructure/call-pages';

interface CallPageQuery {
  readonly status?: string;
  readonly phone_number?: string;
  readonly external_id?: string;
  readonly created_after?: Date;
  readonly created_before?: Date;
  readonly ended_after?: Date;
  readonly ended_before?: Date;
}

export function pageFilterOf(query: CallPageQuery): CallPageFilter {
  return {
    status: query.status,
    phoneNumber: query.phone_number === undefined ? undefined : storedNumber(query.phone_number),
    externalId: query.external_id,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    endedAfter: query.ended_after,
    endedBefore: query.ended_before,
  };
}

import { invalidRequest } from '../../platform/kernel/domain-error';
import { addDays } from '../../platform/kernel/zoned-time';

/** Days of the account's zone, both included; today by default. */
export interface HomeRequest {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly agentId: string | undefined;
}

const MAX_DAYS = 92;

/** @throws DomainError invalid_request for a bad range */
export function rangeOf(
  { from, to }: HomeRequest,
  today: string,
): { readonly from: string; readonly to: string } {
  const range = { from: from ?? today, to: to ?? today };
  if (range.from > range.to)
    throw invalidRequest([{ field: 'query.to', message: 'must not be before from' }]);
  if (addDays(range.from, MAX_DAYS) <= range.to) {
    throw invalidRequest([{ field: 'query.to', message: `must be at most ${MAX_DAYS} days, with from` }]);
  }
  return range;
}

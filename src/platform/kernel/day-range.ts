import { invalidRequest } from './domain-error';
import { startOfDay } from './zoned-time';

/** Days of a time zone such as `2026-11-20`, both included; undefined: unbounded. */
export interface DayRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Excludes the second instant. */
export interface Span {
  readonly since: Date | undefined;
  readonly before: Date | undefined;
}

/** @throws DomainError invalid_request on `field` when `to` is before `from` */
export function spanOf({ from, to }: DayRange, timeZone: string, field = 'query.to'): Span {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidRequest([{ field, message: 'must not be before from' }]);
  }
  return {
    since: from === undefined ? undefined : startOfDay(from, timeZone),
    before: to === undefined ? undefined : startOfDay(to, timeZone, 1),
  };
}

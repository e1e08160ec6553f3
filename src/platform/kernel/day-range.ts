import { type FieldProblem, invalidRequest } from './domain-error';
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

/** On `field` when `to` is before `from`. */
export function rangeProblems({ from, to }: DayRange, field = 'query.to'): FieldProblem[] {
  const isReversed = from !== undefined && to !== undefined && from > to;
  return isReversed ? [{ field, message: 'must not be before from' }] : [];
}

/** @throws DomainError invalid_request on `field` when `to` is before `from` */
export function spanOf(range: DayRange, timeZone: string, field = 'query.to'): Span {
  const problems = rangeProblems(range, field);
  if (problems.length > 0) throw invalidRequest(problems);
  const { from, to } = range;
  return {
    since: from === undefined ? undefined : startOfDay(from, timeZone),
    before: to === undefined ? undefined : startOfDay(to, timeZone, 1),
  };
}

import { rangeProblems } from '../../platform/kernel/day-range';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import { addDays } from '../../platform/kernel/zoned-time';

/** Days of the account's zone, both included; today by default. */
export interface RequestedDays {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface HomeRequest extends RequestedDays {
  readonly agentId: string | undefined;
}

const MAX_DAYS = 92;

export function problemsOf({ from, to }: { readonly from: string; readonly to: string }): FieldProblem[] {
  const problems = rangeProblems({ from, to });
  if (problems.length > 0 || addDays(from, MAX_DAYS) > to) return problems;
  return [{ field: 'query.to', message: `must be at most ${MAX_DAYS} days, with from` }];
}

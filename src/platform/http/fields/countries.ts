import type { FieldProblem } from '../../kernel/domain-error';
import { countryProblem } from '../../phone-number';
import { phoneFields } from './fields';
import { own } from '../../kernel/own';

export function countryProblems(
  type: object,
  value: object,
  countries: readonly string[] | null,
  known: readonly FieldProblem[],
): FieldProblem[] {
  if (countries === null) return [];
  return phoneFields(type).flatMap((name) => {
    const number = own(value as Record<string, unknown>, name);
    if (typeof number !== 'string' || known.some((problem) => problem.field === name)) return [];
    const message = countryProblem(number, countries);
    return message === undefined ? [] : [{ field: name, message }];
  });
}

import type { ServiceRequest } from '../../platform/http/request-context';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import { readPhoneNumber, withPlus } from '../../platform/phone-number';

/** Problems of the number in the path: only a phone number can be listed. */
export function numberProblems({ parameters }: ServiceRequest): FieldProblem[] {
  const read = readPhoneNumber(withPlus(parameters?.['number'] ?? ''));
  return typeof read === 'string' ? [{ field: 'number', message: read }] : [];
}

import type { ServiceRequest } from '../../platform/http/request-context';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import { readPhoneNumber } from '../../platform/phone-number';

/** A query string delivers the optional + as a space. */
function withPlus(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('+') ? trimmed : `+${trimmed}`;
}

/** Problems of the number in the path: only a phone number can be listed. */
export function numberProblems({ parameters }: ServiceRequest): FieldProblem[] {
  const read = readPhoneNumber(withPlus(parameters?.['number'] ?? ''));
  return typeof read === 'string' ? [{ field: 'number', message: read }] : [];
}

/** Text that is no number is simply not listed. */
export function soughtNumber(text: string): string {
  const read = readPhoneNumber(withPlus(text));
  return typeof read === 'string' ? text : read.e164;
}

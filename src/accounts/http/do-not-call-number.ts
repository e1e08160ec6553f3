import { invalidRequest } from '../../platform/kernel/domain-error';
import { readPhoneNumber } from '../../platform/phone-number';

/** A number of a path or query, "in E.164, its + optional" (a plus sign in a query arrives as a space). */
function withPlus(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('+') ? trimmed : `+${trimmed}`;
}

/** A number to put on the list. @throws DomainError invalid_request when it is none. */
export function listedNumber(text: string): string {
  const read = readPhoneNumber(withPlus(text));
  if (typeof read === 'string') throw invalidRequest([{ field: 'number', message: read }]);
  return read.e164;
}

/** A number to look up: what is no number is just not on the list. */
export function soughtNumber(text: string): string {
  const read = readPhoneNumber(withPlus(text));
  return typeof read === 'string' ? text : read.e164;
}

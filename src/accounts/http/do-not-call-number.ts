import { invalidRequest } from '../../platform/kernel/domain-error';
import { readPhoneNumber } from '../../platform/phone-number';

/** A query string delivers the optional + as a space. */
function withPlus(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('+') ? trimmed : `+${trimmed}`;
}

/** @throws DomainError invalid_request when it is not a phone number */
export function listedNumber(text: string): string {
  const read = readPhoneNumber(withPlus(text));
  if (typeof read === 'string') throw invalidRequest([{ field: 'number', message: read }]);
  return read.e164;
}

/** Text that is no number is simply not listed. */
export function soughtNumber(text: string): string {
  const read = readPhoneNumber(withPlus(text));
  return typeof read === 'string' ? text : read.e164;
}

import { invalidRequest } from '../../platform/kernel/domain-error';
import { readPhoneNumber } from '../../platform/phone-number';

/** Restores the optional +, which a query string delivers as a space. */
function withPlus(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('+') ? trimmed : `+${trimmed}`;
}

/** A number to be listed. @throws DomainError invalid_request when it is not a phone number */
export function listedNumber(text: string): string {
  const read = readPhoneNumber(withPlus(text));
  if (typeof read === 'string') throw invalidRequest([{ field: 'number', message: read }]);
  return read.e164;
}

/** A number to look up. Text that is no number is simply not listed. */
export function soughtNumber(text: string): string {
  const read = readPhoneNumber(withPlus(text));
  return typeof read === 'string' ? text : read.e164;
}

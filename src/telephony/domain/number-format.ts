import { isE164 } from '../../platform/kernel/e164';

/** How a trunk writes numbers: `+9198…`, `9198…`, or as they are dialed within a country. */
export const NUMBER_FORMATS = ['e164', 'plain', 'national'] as const;

/** The settings of a trunk that say how its numbers are written. */
export interface NumberFormat {
  readonly format: (typeof NUMBER_FORMATS)[number];
  /** Digits of the country calling code, such as `91`; needed by `national`. */
  readonly callingCode: string | null;
  /** Written before each number; null for none. */
  readonly prefix: string | null;
}

const SEPARATORS = /[-.()]/g;

/** The user part that asks a trunk for a number in E.164. */
export function writeNumber(e164: string, { format, callingCode, prefix }: NumberFormat): string {
  return `${prefix ?? ''}${inFormat(e164, format, callingCode)}`;
}

/**
 * A number that a trunk wrote, in E.164; null when it is none. The prefix may be missing: many exchanges ask for it and do
 * not send it. A number with its `+` is read in every format.
 */
export function readNumber(user: string, { format, callingCode, prefix }: NumberFormat): string | null {
  // Parameters of the user part (RFC 3966) and the separators people write are no digits.
  const written = (user.split(';', 1)[0] ?? '').replace(SEPARATORS, '');
  const bare =
    prefix !== null && prefix !== '' && written.startsWith(prefix) ? written.slice(prefix.length) : written;
  const number = bare.startsWith('+') ? bare : fromFormat(bare, format, callingCode);
  return number !== null && isE164(number) ? number : null;
}

function inFormat(e164: string, format: NumberFormat['format'], callingCode: string | null): string {
  if (format === 'e164') return e164;
  const digits = e164.slice(1);
  if (format === 'plain') return digits;
  return callingCode !== null && digits.startsWith(callingCode)
    ? `0${digits.slice(callingCode.length)}`
    : `00${digits}`;
}

function fromFormat(text: string, format: NumberFormat['format'], callingCode: string | null): string | null {
  if (format === 'e164') return null;
  if (format === 'plain') return `+${text}`;
  if (text.startsWith('00')) return `+${text.slice(2)}`;
  return text.startsWith('0') && callingCode !== null ? `+${callingCode}${text.slice(1)}` : null;
}

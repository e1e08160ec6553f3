import { isE164 } from '../../platform/kernel/e164';

/** How a trunk writes numbers: `+9198…`, `9198…`, or as they are dialed within a country. */
export const NUMBER_FORMATS = ['e164', 'plain', 'national'] as const;

export interface NumberFormat {
  readonly format: (typeof NUMBER_FORMATS)[number];
  /** Digits of the country calling code, such as `91`; needed by `national`. */
  readonly callingCode: string | null;
  /** null: none. */
  readonly prefix: string | null;
}

const SEPARATORS = /[-.()]/g;
/** The digits before a number that is written as within a country or area; without separators (RFC 3966). */
const CONTEXT = /^phonecontext=(\+\d+)$/i;

export function writeNumber(e164: string, { format, callingCode, prefix }: NumberFormat): string {
  return `${prefix ?? ''}${inFormat(e164, format, callingCode)}`;
}

/**
 * The possible E.164 forms of a number that a trunk wrote: within its context, unchanged, then without the prefix, which
 * many exchanges require and do not send. Empty for anything else. A number with its `+` is read in every format.
 */
export function readNumbers(user: string, { format, callingCode, prefix }: NumberFormat): string[] {
  // The separators that people write are no digits.
  const [written = '', ...parameters] = user.replace(SEPARATORS, '').split(';');
  // A first 0 belongs to no international number, so the trunk's format decides.
  const contexts = /^[1-9]/.test(written) ? parameters.flatMap((own) => CONTEXT.exec(own)?.[1] ?? []) : [];
  const texts = [...contexts.map((context) => `${context}${written}`), written];
  if (prefix !== null && written.startsWith(prefix)) texts.push(written.slice(prefix.length));
  return texts
    .map((text) => (text.startsWith('+') ? text : fromFormat(text, format, callingCode)))
    .filter((number) => number !== null)
    .filter(isE164);
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

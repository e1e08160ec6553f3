/** The country of numbers without a code, unless the account has exactly one country. */
const INDIA = 'IN';

/** The time of a call that a filter's days bound. */
export const CALL_DATES = ['created', 'ended'] as const;
export type CallDates = (typeof CALL_DATES)[number];

export interface CallSearch {
  readonly text: string;
  /** E.164 numbers that it may be. */
  readonly numbers: readonly string[];
}

/**
 * A text may be an id or record; with +, or with 7 digits or more, also a number, alone or after the code of the
 * account's only country. `codeOf` gives the calling code of an ISO 3166 country.
 */
export function searchFor(
  text: string,
  countries: readonly string[] | null,
  codeOf: (country: string) => string,
): CallSearch {
  const trimmed = text.trim();
  const digits = trimmed.replace(/[\s().-]/g, '');
  // The + of a query arrives as a space, which is trimmed.
  if (/^\+\d{4,15}$/.test(digits)) return { text: trimmed, numbers: [digits] };
  if (!/^\d{7,15}$/.test(digits)) return { text: trimmed, numbers: [] };
  const country = countries?.length === 1 ? (countries[0] ?? INDIA) : INDIA;
  const national = `+${codeOf(country)}${digits.replace(/^0/, '')}`;
  return { text: trimmed, numbers: [...new Set([`+${digits}`, national])] };
}

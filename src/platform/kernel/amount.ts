/** In ten-thousandths: an exact integer, never a float. */
export type Amount = bigint;

const SCALE = 10_000n;
/** The limit of a column of `numeric(18, 4)`. */
export const LARGEST_AMOUNT: Amount = 10n ** 18n - 1n;
const DECIMAL = /^(-?)(\d{1,14})(?:\.(\d{1,4}))?$/;

/** A decimal with at most 4 places, such as `0.15`; undefined for anything else. */
export function parseAmount(text: string): Amount | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const units = BigInt(match[2] ?? '0') * SCALE + BigInt((match[3] ?? '').padEnd(4, '0'));
  return match[1] === '-' ? -units : units;
}

export function decimalOf(amount: Amount): string {
  const sign = amount < 0n ? '-' : '';
  const units = amount < 0n ? -amount : amount;
  return `${sign}${units / SCALE}.${String(units % SCALE).padStart(4, '0')}`;
}

/** The JSON form: a number that parses to the same decimal. */
export function numberOf(amount: Amount): number {
  return Number(decimalOf(amount));
}

export function amountOf(column: string): Amount {
  const amount = parseAmount(column);
  if (amount === undefined) throw new Error('a stored amount is no decimal of 4 places');
  return amount;
}

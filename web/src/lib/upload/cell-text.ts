const EXPONENT = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d{1,3})$/i;

/** A stored number as people write it: whole ones without exponent, others as a spreadsheet shows them. */
export function numberText(stored: string): string {
  const text = stored.trim();
  const exponent = EXPONENT.exec(text);
  if (exponent) {
    const [, sign = '', whole = '', rest = '', power = ''] = exponent;
    const places = Number(power);
    // A spreadsheet stores 15 digits; zeros follow.
    if (places >= rest.length && places < 30) return sign + whole + rest.padEnd(places, '0');
  }
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || /^-?\d+$/.test(text)) return text;
  return String(Number(value.toPrecision(15)));
}

const DAY_MS = 86_400_000;

/** Days as `2026-11-21`, with a time where they have one. */
export function cellText(value: unknown): string {
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  // Stored as fractions of a day: half a second more or less is no time of day.
  const rounded = new Date(Math.round(date.getTime() / 1_000) * 1_000);
  const [day = '', time = ''] = rounded.toISOString().slice(0, 19).split('T');
  // Before the spreadsheets' first day there are only times.
  if (rounded.getTime() < Date.UTC(1900, 0, 1)) return time;
  return rounded.getTime() % DAY_MS === 0 ? day : `${day} ${time}`;
}

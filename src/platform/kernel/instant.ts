import { Temporal } from 'temporal-polyfill';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** ISO 8601 with an offset or Z, years 0001 to 9999, to the millisecond; undefined for anything else. */
export function parseInstant(text: string): Date | undefined {
  if (!WITH_OFFSET.test(text)) return undefined;
  try {
    const ms = Temporal.Instant.from(text).epochMilliseconds;
    const year = new Date(ms).getUTCFullYear();
    return year >= 1 && year <= 9999 ? new Date(ms) : undefined;
  } catch {
    return undefined;
  }
}

/** A day of the calendar, years 0001 to 9999, such as 2026-11-20. */
export function isDay(text: string): boolean {
  return DAY.test(text) && parseInstant(`${text}T00:00Z`) !== undefined;
}

/** UTC with milliseconds. */
export function formatInstant(instant: Date): string {
  return instant.toISOString();
}

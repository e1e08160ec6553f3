import { Temporal } from 'temporal-polyfill';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;

const NANOSECONDS_PER_MS = 1_000_000n;

/**
 * ISO 8601 with an offset or Z, years 0001 to 9999, to the millisecond; undefined for anything else.
 * @param round `up` for the excluded end of a range, so that it includes the millisecond that it lies in
 */
export function parseInstant(text: string, round: 'down' | 'up' = 'down'): Date | undefined {
  if (!WITH_OFFSET.test(text)) return undefined;
  try {
    const { epochMilliseconds: ms, epochNanoseconds } = Temporal.Instant.from(text);
    const year = new Date(ms).getUTCFullYear();
    if (year < 1 || year > 9999) return undefined;
    return new Date(round === 'up' && epochNanoseconds % NANOSECONDS_PER_MS !== 0n ? ms + 1 : ms);
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

import { parseInstant } from './instant';
import { instantOfLocal, isLocalTime } from './zoned-time';

/** To the minute, and the seconds. */
const LOCAL = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::([0-5]\d(?:\.\d+)?))?$/u;

/** Parses a time with an offset, or a local one such as `2026-01-31T18:00` in the zone; undefined for anything else. */
export function parseInstantIn(timeZone: string, text: string): Date | undefined {
  const [, local = '', seconds = '0'] = LOCAL.exec(text.trim().replace(' ', 'T')) ?? [];
  if (isLocalTime(local))
    return new Date(+instantOfLocal(local, timeZone) + Math.floor(Number(seconds) * 1_000));
  return parseInstant(text.trim());
}

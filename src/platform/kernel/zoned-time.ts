import { Temporal } from 'temporal-polyfill';
import { MINUTE_MS } from './time/durations';

const days = new Map<string, { minute: number; day: string }>();

/** The local day, such as `2026-11-20`. Cached per minute: UTC offsets are whole minutes since 1972. */
export function localDay(instant: Date, timeZone: string): string {
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  const known = days.get(timeZone);
  if (known?.minute === minute) return known.day;
  const day = toZoned(instant, timeZone).toPlainDate().toString();
  days.set(timeZone, { minute, day });
  return day;
}

export function startOfNextDay(instant: Date, timeZone: string): Date {
  return toDate(toZoned(instant, timeZone).toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone));
}

/** The start of a day such as `2026-11-20`, plus `daysLater` days. */
export function startOfDay(day: string, timeZone: string, daysLater = 0): Date {
  return toDate(Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(timeZone));
}

/**
 * `minutes` after midnight (1440: the next one). A missing local time moves forward; of a double one the first counts
 * (R29).
 */
export function atLocalTime(instant: Date, timeZone: string, days: number, minutes: number): Date {
  const day = toZoned(instant, timeZone)
    .toPlainDate()
    .add({ days: days + Math.floor(minutes / 1440) });
  const time = new Temporal.PlainTime(Math.floor((minutes % 1440) / 60), minutes % 60);
  return toDate(day.toZonedDateTime({ timeZone, plainTime: time }));
}

export interface OffsetSpan {
  readonly since: Date;
  readonly before: Date;
  /** The offset by which local time is ahead of UTC. */
  readonly seconds: number;
}

/** The UTC offsets of a zone in a span of time, in order. */
export function utcOffsets(since: Date, before: Date, timeZone: string): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  for (let at = toZoned(since, timeZone); at.epochMilliseconds < before.getTime();) {
    const next = at.getTimeZoneTransition('next');
    const end = next === null ? before : new Date(Math.min(next.epochMilliseconds, before.getTime()));
    spans.push({ since: toDate(at), before: end, seconds: at.offsetNanoseconds / 1e9 });
    if (next === null) break;
    at = next;
  }
  return spans;
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Without the last day: some of its times have no instant with a year of four digits. */
const LOCAL_TIME = /^(?!9999-12-31)(?:19[7-9]|[2-9]\d\d)\d-\d{2}-\d{2}T\d{2}:\d{2}$/;

export function isLocalTime(text: string): boolean {
  if (!LOCAL_TIME.test(text)) return false;
  try {
    Temporal.PlainDateTime.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

/** Follows the rule of {@link atLocalTime}. */
export function instantOfLocal(local: string, timeZone: string): Date {
  return toDate(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone));
}

/** `09:00 on 21 Nov (Asia/Kolkata)`. */
export function describeLocalTime(instant: Date, timeZone: string): string {
  const local = toZoned(instant, timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  return `${time} on ${local.day} ${MONTHS[local.month - 1] ?? ''} (${timeZone})`;
}

/** The text in an agent's script: `Friday, 20 November 2026, 14:45`. */
export function describeDateTime(instant: Date, timeZone: string): string {
  const local = toZoned(instant, timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const day = WEEKDAYS[local.dayOfWeek - 1] ?? '';
  return `${day}, ${local.day} ${LONG_MONTHS[local.month - 1] ?? ''} ${local.year}, ${time}`;
}

/** `2026-11-21 14:03:05`. Cheap enough for a million. */
export function localSeconds(timeZone: string): (instant: Date) => string {
  const two = '2-digit' as const;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const [year, month, day] = [parts.get('year'), parts.get('month'), parts.get('day')];
    return `${year}-${month}-${day} ${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}`;
  };
}

export function isTimeZone(name: string): boolean {
  try {
    toZoned(new Date(0), name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const MONTHS = LONG_MONTHS.map((month) => month.slice(0, 3));
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function toZoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}

function toDate(zonedDateTime: Temporal.ZonedDateTime): Date {
  return new Date(zonedDateTime.epochMilliseconds);
}

/** Minutes after midnight as `09:00`. */
export function clockTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

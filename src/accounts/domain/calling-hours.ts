import { atLocalTime } from '../../platform/kernel/zoned-time';

/** Minutes of the local day; start included, end excluded. `to` before `from` crosses midnight (R29). */
export interface CallingHours {
  readonly from: number;
  readonly to: number;
}

interface OpeningTimes {
  readonly timeZone: string;
  readonly hours: CallingHours | null;
}

export function nextOpening({ hours, timeZone }: OpeningTimes, at: Date): Date {
  if (!hours) return at;
  const closes = hours.to <= hours.from ? hours.to + 1440 : hours.to;
  for (let day = -1; day <= 3; day++) {
    const start = atLocalTime(at, timeZone, day, hours.from);
    const end = atLocalTime(at, timeZone, day, closes);
    // Hours in the gap of a clock that goes forward are empty on that day.
    if (at < end && start < end) return start > at ? start : at;
  }
  throw new Error('a window of every day did not open in three days');
}

export function closingAfter({ hours, timeZone }: OpeningTimes, at: Date): Date | null {
  if (!hours) return null;
  const closes = hours.to <= hours.from ? hours.to + 1440 : hours.to;
  const ends = [-1, 0, 1].map((day) => atLocalTime(at, timeZone, day, closes));
  return ends.find((end) => end > at) ?? null;
}

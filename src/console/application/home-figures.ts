import { addDays } from '../../platform/kernel/zoned-time';
import type { EndedCalls } from '../infrastructure/home.repository';

const NOT_CONNECTED = ['no_answer', 'busy', 'failed'];
const HOURS = 24;

interface Counts {
  connected: number;
  not_connected: number;
}

export function figuresOf(ended: readonly EndedCalls[], days: readonly string[]) {
  const requested = new Set(days);
  const inRange = ended.filter(({ day }) => requested.has(day));
  const counts = countsOf(inRange);
  return {
    ...counts,
    connect_rate: rateOf(counts),
    talkSeconds: inRange.reduce((sum, { talkSeconds }) => sum + talkSeconds, 0),
    outcomes: outcomesOf(inRange),
  };
}

/** Hours of the local clock. An hour that occurs twice is summed; one that is skipped is 0. */
export function hoursOf(ended: readonly EndedCalls[], day: string) {
  return Array.from({ length: HOURS }, (_, hour) => ({
    hour,
    ...countsOf(ended.filter((one) => one.day === day && one.hour === hour)),
  }));
}

/** Sums the hours of each day but one: of a range, a page shows the hours of the last day at most. */
export function foldHours(ended: readonly EndedCalls[], exceptDay: string): EndedCalls[] {
  const sums = new Map<string, EndedCalls>();
  for (const one of ended) {
    const hour = one.day === exceptDay ? one.hour : 0;
    const key = JSON.stringify([one.day, hour, one.status, one.disposition]);
    const { count, talkSeconds } = sums.get(key) ?? { count: 0, talkSeconds: 0 };
    sums.set(key, { ...one, hour, count: count + one.count, talkSeconds: talkSeconds + one.talkSeconds });
  }
  return [...sums.values()];
}

/** The hours of all days, summed. */
export function hoursOfAll(ended: readonly EndedCalls[]) {
  return Array.from({ length: HOURS }, (_, hour) => ({
    hour,
    ...countsOf(ended.filter((one) => one.hour === hour)),
  }));
}

export function daysOf(ended: readonly EndedCalls[], days: readonly string[]) {
  const byDay = new Map<string, EndedCalls[]>(days.map((day) => [day, []]));
  for (const one of ended) byDay.get(one.day)?.push(one);
  return days.map((day) => ({ day, ...countsOf(byDay.get(day) ?? []) }));
}

export function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Null without any. */
export function rateOf({ connected, not_connected }: Counts): number | null {
  const all = connected + not_connected;
  return all === 0 ? null : connected / all;
}

/** With one decimal. */
export function minutesOf(seconds: number): number {
  return Math.round((seconds / 60) * 10) / 10;
}

export function countsOf(ended: readonly Pick<EndedCalls, 'status' | 'count'>[]): Counts {
  const counts = { connected: 0, not_connected: 0 };
  for (const { status, count } of ended) {
    if (status === 'completed') counts.connected += count;
    else if (NOT_CONNECTED.includes(status)) counts.not_connected += count;
  }
  return counts;
}

function outcomesOf(ended: readonly EndedCalls[]) {
  const counts = new Map<string, number>();
  for (const { disposition, count } of ended) {
    if (disposition !== null) counts.set(disposition, (counts.get(disposition) ?? 0) + count);
  }
  return [...counts]
    .map(([disposition, count]) => ({ disposition, count }))
    .sort((a, b) => b.count - a.count || (a.disposition < b.disposition ? -1 : 1));
}

import { localDay, startOfNextDay } from '../../platform/kernel/zoned-time';
import { closingAfter, nextOpening } from './calling-hours';
import type { CallingPolicy } from './calling-policy';

export interface Workload {
  readonly calls: number;
  readonly lineSeconds: readonly number[];
  readonly lines: number;
  /** The rate at which calls may begin. Infinity: at once. */
  readonly callsPerSecond: number;
  /** AI dials of the account in the local day of `from`. */
  readonly dialedToday: number;
}

const MAX_DAYS_AHEAD = 400;

/** Estimates from the account's lines, call rate, calling hours and daily limits; null means never. */
export function finishEstimate(policy: CallingPolicy, work: Workload, from: Date): Date | null {
  const lines = policy.dailyPerNumber > 0 ? Math.min(work.lines, work.calls) : 0;
  if (work.calls === 0) return from;
  // The end of the last call counts, so lines that idle beside it count as used.
  const secondsPerCall = (secondsOf(work, lines) * lines) / work.calls;
  const firstDay = localDay(from, policy.timeZone);
  let left = work.calls;
  let at = from;
  for (let step = 0; step < MAX_DAYS_AHEAD && lines > 0; step++) {
    const opens = nextOpening(policy, at);
    const nextDay = startOfNextDay(opens, policy.timeZone);
    const closes = closingAfter(policy, opens);
    const end = closes && closes < nextDay ? closes : nextDay;
    const today = localDay(opens, policy.timeZone) === firstDay ? work.dialedToday : 0;
    const byTime = Math.floor(
      (((end.getTime() - opens.getTime()) / 1_000) * lines) / Math.max(secondsPerCall, 0.001),
    );
    const byDay = Math.max(0, policy.dailyLimit - today);
    if (left <= Math.min(byTime, byDay)) {
      return new Date(opens.getTime() + Math.round((left * secondsPerCall * 1_000) / lines));
    }
    left -= Math.min(byTime, byDay);
    at = byDay < byTime ? nextDay : end;
  }
  return null;
}

function secondsOf({ calls, lineSeconds, callsPerSecond }: Workload, lines: number): number {
  if (lines <= 0) return 0;
  const freeAt = Array.from({ length: lines }, () => 0);
  for (let call = 0; call < calls; call++) {
    let first = 0;
    for (let line = 1; line < lines; line++) if ((freeAt[line] ?? 0) < (freeAt[first] ?? 0)) first = line;
    const beginsAt = Math.max(freeAt[first] ?? 0, call / callsPerSecond);
    freeAt[first] = beginsAt + (lineSeconds[call % lineSeconds.length] ?? 0);
  }
  return Math.max(...freeAt);
}

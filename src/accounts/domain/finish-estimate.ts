import { localDay, startOfNextDay } from '../../platform/kernel/zoned-time';
import { type CallingPolicy, closingAfter, nextOpening } from './calling-policy';

/** What is to be done, and how long a call holds its line. */
export interface Workload {
  readonly calls: number;
  readonly secondsPerCall: number;
  readonly lines: number;
  /** AI dials of the account in the local day of `from`. */
  readonly dialedToday: number;
}

/** Nobody plans further. */
const DAYS_AHEAD = 400;

/** When a number of calls will be through, by the lines, the calling hours and the account's calls a day; null: never. */
export function finishEstimate(policy: CallingPolicy, work: Workload, from: Date): Date | null {
  const { lines, secondsPerCall } = work;
  const firstDay = localDay(from, policy.timeZone);
  let left = work.calls;
  let at = from;
  for (let step = 0; step < DAYS_AHEAD && lines > 0; step++) {
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

import { localDay, startOfNextDay } from '../../platform/kernel/zoned-time';
import { nextOpening } from './calling-hours';
import type { CallingPolicy } from './calling-policy';

/** History that the policy counts. */
export interface CallingFacts {
  readonly lastEndedAt: Date | null;
  readonly numberToday: number;
  readonly accountToday: number;
}

/** In the order in which `status_reason` shows them (R25). */
const TIME_RULES = [
  'scheduled',
  'recall_gap',
  'outside_calling_hours',
  'daily_number_limit',
  'daily_account_limit',
] as const;
type TimeRule = (typeof TIME_RULES)[number];

/** The first rule that blocks the call, and the earliest instant at which every rule allows it. */
export interface CallHold {
  readonly rule: TimeRule;
  readonly until: Date;
}

/** `until` of a limit of 0: the last day of a four-digit year. */
export const NEVER = new Date(Date.UTC(9999, 11, 31));

export function accountHold(policy: CallingPolicy, accountToday: number, now: Date): CallHold | null {
  const noNumber = { lastEndedAt: null, numberToday: 0, accountToday };
  return callHold({ ...policy, dailyPerNumber: Infinity }, noNumber, now, null);
}

/**
 * `null`: the call may go now. `scheduledFor`: the client's schedule or a backoff. Test calls: {@link
 * scheduledCallHold}.
 */
export function callHold(
  policy: CallingPolicy,
  facts: CallingFacts,
  now: Date,
  scheduledFor: Date | null,
): CallHold | null {
  const today = localDay(now, policy.timeZone);
  const earliest: Record<TimeRule, (at: Date) => Date> = {
    scheduled: (at) => later(at, scheduledFor),
    recall_gap: (at) =>
      later(at, facts.lastEndedAt && new Date(facts.lastEndedAt.getTime() + policy.recallGapSeconds * 1_000)),
    outside_calling_hours: (at) => nextOpening(policy, at),
    daily_number_limit: (at) => nextDayWithin(policy, policy.dailyPerNumber, facts.numberToday, today, at),
    daily_account_limit: (at) => nextDayWithin(policy, policy.dailyLimit, facts.accountToday, today, at),
  };
  const first = TIME_RULES.find((rule) => earliest[rule](now) > now);
  if (!first) return null;
  let until = now;
  // Each rule only moves the instant forward; repeat until none does.
  for (let before: Date | null = null; before === null || until > before;) {
    before = until;
    for (const rule of TIME_RULES) until = earliest[rule](until);
  }
  return { rule: first, until };
}

export function scheduledCallHold(now: Date, scheduledFor: Date | null): CallHold | null {
  return scheduledFor && scheduledFor > now ? { rule: 'scheduled', until: scheduledFor } : null;
}

function later(at: Date, other: Date | null): Date {
  return other && other > at ? other : at;
}

function nextDayWithin(policy: CallingPolicy, limit: number, count: number, today: string, at: Date): Date {
  if (limit === 0) return later(at, NEVER);
  const full = count >= limit && localDay(at, policy.timeZone) === today;
  return full ? startOfNextDay(at, policy.timeZone) : at;
}

import { DAY_MS, HOUR_MS } from '../../platform/kernel/time/durations';

/** Unused, in all, and since the last password check. */
export const SESSION_AGES = {
  unusedMs: 7 * DAY_MS,
  wholeMs: 30 * DAY_MS,
  confirmedMs: 12 * HOUR_MS,
} as const;

/** Beyond it the one unused for the longest time ends. */
export const MAX_SESSIONS = 100;

export interface SessionTimes {
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly confirmedAt: Date;
}

export function endOf({ signedInAt, lastUsedAt }: Pick<SessionTimes, 'signedInAt' | 'lastUsedAt'>): Date {
  const { unusedMs, wholeMs } = SESSION_AGES;
  return new Date(Math.min(lastUsedAt.getTime() + unusedMs, signedInAt.getTime() + wholeMs));
}

/** After this time changes of keys, webhook and members need another password check. */
export function confirmedUntil({ confirmedAt }: Pick<SessionTimes, 'confirmedAt'>): Date {
  return new Date(confirmedAt.getTime() + SESSION_AGES.confirmedMs);
}

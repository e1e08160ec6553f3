/**
 * Events, rule 4: "A failed delivery is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 6 hours (six attempts in
 * total over about 9 hours); then the event is dropped". The waits are the configuration's (`WEBHOOK_RETRY_SCHEDULE`).
 *
 * `failedAttempts` counts the scheduled attempts that failed, this one included. null: that was the last.
 */
export function nextAttemptAt(
  waitsMs: readonly number[],
  failedAttempts: number,
  failedAt: Date,
): Date | null {
  const wait = waitsMs[failedAttempts - 1];
  return wait === undefined ? null : new Date(failedAt.getTime() + wait);
}

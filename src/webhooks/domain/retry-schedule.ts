/**
 * When a failed event is attempted next (R82); null after the last attempt, when the event is dropped. The waits come
 * from the configuration (`WEBHOOK_RETRY_SCHEDULE`).
 *
 * `failedAttempts` counts failed scheduled attempts, including this one.
 */
export function nextAttemptAt(
  waitsMs: readonly number[],
  failedAttempts: number,
  failedAt: Date,
): Date | null {
  const wait = waitsMs[failedAttempts - 1];
  return wait === undefined ? null : new Date(failedAt.getTime() + wait);
}

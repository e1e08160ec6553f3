/**
 * `waitsMs` is WEBHOOK_RETRY_SCHEDULE; its default is in `platform/config`. `failedAttempts` counts scheduled ones, including
 * this one. `null`: the event is dropped (R82).
 */
export function nextAttemptAt(
  waitsMs: readonly number[],
  failedAttempts: number,
  failedAt: Date,
): Date | null {
  const wait = waitsMs[failedAttempts - 1];
  return wait === undefined ? null : new Date(failedAt.getTime() + wait);
}

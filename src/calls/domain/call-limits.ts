/** Limits of POST /calls and POST /batches that do not belong to a single field. */
export const CALL_LIMITS = { id: 255, scheduledDaysAhead: 30 } as const;

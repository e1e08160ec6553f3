/** The limits of POST /calls and POST /batches that are not a field's own. */
export const CALL_LIMITS = { id: 255, scheduledDaysAhead: 30 } as const;

/**
 * "The call waits", for statements that look for more than one number. Plain `status = 'queued'` would also match the
 * index `calls_waiting_number`, which the planner then picks and sorts everything that waits, when its statistics are
 * from a time without waiting calls. The other partial indexes use exactly this expression.
 */
export const WAITS = "(status = 'queued') IS NOT FALSE";

/** Agent `a` calls nobody: it is turned off or only answers calls. */
export const STOPPED = "(NOT a.enabled OR a.direction = 'inbound')";

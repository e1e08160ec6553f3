/**
 * That a call waits, as statements say it that look for more than the call of a number. `status = 'queued'` says the same
 * of every row, but offers `calls_waiting_number` too, which would be taken to sort all that waits, by statistics from a
 * moment when nothing waited. The other indexes of what waits have this very expression.
 */
export const WAITS = "(status = 'queued') IS NOT FALSE";

/** That agent `a` calls nobody (any more): it is turned off, or only answers calls. */
export const STOPPED = "(NOT a.enabled OR a.direction = 'inbound')";

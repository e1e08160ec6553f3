/** "The call waits", as partial indexes state it. Plain `status = 'queued'` would match `calls_waiting_number`, too. */
export const WAITS = "(status = 'queued') IS NOT FALSE";

/** Agent `a` calls nobody: it is turned off or only answers calls. */
export const STOPPED = "(NOT a.enabled OR a.direction = 'inbound')";

/** A ring that no process has begun by then fails. */
export const UNRUNG_MS = 10_000;

export const NO_PHONE = 'No softphone is registered.';
export const NO_CHANNEL = 'The trial phone has its two calls already.';

/**
 * Options of every worker, in milliseconds. A reminder of a dead worker blocks equal ones, while one that runs twice
 * is harmless: so stalled jobs are recovered quickly instead of after BullMQ's minute. BullMQ fails a job after
 * `maxStalledCount` such recoveries; a reminder may have many.
 */
export const WORKER_OPTIONS = { maxStalledCount: 20, stalledInterval: 4_000, lockDuration: 8_000 };

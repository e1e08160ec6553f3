/**
 * A reminder of a dead worker blocks equal ones, while a double run is harmless: so stalled jobs are recovered
 * quickly. BullMQ fails a job after `maxStalledCount` recoveries; a reminder may have many.
 */
export const WORKER_OPTIONS = {
  maxStalledCount: 20,
  stalledInterval: 4_000,
  lockDuration: 8_000,
  /** After a lost connection. BullMQ's 15 s would be most of a failover. */
  runRetryDelay: 1_000,
};

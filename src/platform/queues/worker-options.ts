/**
 * What every worker is made with. BullMQ fails a job after so many deaths of its workers; a reminder bears any number.
 */
export const WORKER_OPTIONS = { maxStalledCount: 20, stalledInterval: 15_000, lockDuration: 60_000 };

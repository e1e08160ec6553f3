/**
 * What every worker is made with. A reminder that runs twice is harmless, and one that a dead worker holds keeps equal ones
 * from being made: so a worker that was killed loses its reminders quickly, and not after BullMQ's minute. BullMQ fails a
 * job after so many deaths of its workers; a reminder bears any number. Milliseconds.
 */
export const WORKER_OPTIONS = { maxStalledCount: 20, stalledInterval: 4_000, lockDuration: 8_000 };

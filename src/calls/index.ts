export { CallAnnouncer } from './application/call-announcer';
export { BatchNames, type ShownBatch } from './application/lists/batch-names';
export { CallBatches } from './application/call-batches';
export { CallExports } from './application/lists/call-exports';
export { CallReader } from './application/call-reader';
export { CallTimeline } from './application/call-timeline';
export { CallsModule } from './calls.module';
export type { BatchRow, RejectedRow } from './domain/batch-row';
export { CALL_STATUSES, LIVE_CALL_STATUSES, NOT_REACHED_STATUSES } from './domain/call-status';

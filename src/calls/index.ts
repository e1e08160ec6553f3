export { CallAnnouncer } from './application/call-announcer';
export { CallBatches } from './application/call-batches';
export { CallTimeline } from './application/call-timeline';
export { CallsModule } from './calls.module';
export { CallsWorkerModule } from './calls-worker.module';
export type { BatchRow, RejectedRow } from './domain/batch-row';
export { CALL_STATUSES, LIVE_CALL_STATUSES } from './domain/call-status';

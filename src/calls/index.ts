export { CallAnnouncer } from './application/call-announcer';
export { BatchNames } from './application/batch-names';
export { CallBatches } from './application/call-batches';
export { CallTimeline } from './application/call-timeline';
export { CallsModule } from './calls.module';
export { CallsDialingModule } from './calls-dialing.module';
export { CallsUpkeepModule } from './calls-upkeep.module';
export type { BatchRow, RejectedRow } from './domain/batch-row';
export { CALL_STATUSES, LIVE_CALL_STATUSES } from './domain/call-status';

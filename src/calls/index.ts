export { CallAnnouncer } from './application/call-announcer';
export { CallBatches } from './application/call-batches';
export { CallTimeline } from './application/call-timeline';
export { CallsModule } from './calls.module';
export { CallsWorkerModule } from './calls-worker.module';
export type * as Rows from './domain/batch-row';

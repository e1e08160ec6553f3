export { CallAnnouncer, type FinalCall } from './application/call-announcer';
export { CallTimeline } from './application/call-timeline';
export { CallsModule } from './calls.module';
export { CallsWorkerModule } from './calls-worker.module';

export { HumanCallAnnouncer } from './application/human-call-announcer';
export { HumanCallsModule } from './human-calls.module';
export { HumanCallsWorkerModule } from './human-calls-worker.module';

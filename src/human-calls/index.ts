export { HumanCallAnnouncer } from './application/human-call-announcer';
export { HumanCallsModule } from './human-calls.module';
export { LIVE_HUMAN_CALL_STATUSES } from './domain/human-call-status';

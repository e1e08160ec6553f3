export { HumanCallAnnouncer } from './application/human-call-announcer';
export { HumanCallReader } from './application/human-call-reader';
export { OwnHumanCalls } from './application/own-human-calls';
export { RestoredHumanCalls } from './application/restored-human-calls';
export { HumanCallsModule } from './human-calls.module';
export { LIVE_HUMAN_CALL_STATUSES } from './domain/human-call-status';

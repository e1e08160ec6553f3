export { HumanCallAnnouncer } from './application/human-call-announcer';
export { HumanCallsModule } from './human-calls.module';
export { HumanCallsDialingModule } from './human-calls-dialing.module';
export { HumanCallsUpkeepModule } from './human-calls-upkeep.module';
export { LIVE_HUMAN_CALL_STATUSES } from './domain/human-call-status';

export * from './trunks';
export { CarrierEventRouter } from './application/carrier-event-router';
export { CARRIERS } from './application/carrier-registry';
export { type AccountCarrier, Carriers } from './application/carriers';
export {
  Carrier,
  type CarrierEvent,
  type DialResult,
  type CarrierEventHandler,
  type LegEnd,
} from './domain/carrier';
export {
  type InboundAnswer,
  InboundCallAdmitter,
  type RoutedInboundCall,
} from './application/inbound-call-admitter';
export { InboundChannels } from './application/inbound-channels';
export { PendingRecordings } from './application/pending-recordings';
export { InboundRouter } from './application/inbound-router';
export { HumanCallPriority } from './application/human-call-priority';
export { MediaCapacity } from './application/media-capacity';
export { SpeechStreamLimits } from './application/speech-stream-limits';
export { TrunkWaitReasons } from './application/trunk-wait-reasons';
export { TelephonyUpkeepModule } from './telephony-upkeep.module';
export { TelephonyModule } from './telephony.module';
export { MediaModule } from './media.module';
export { type LockedTrunks, TrunkChannels } from './application/trunk-channels';
export { INBOUND_REFUSALS, type InboundRejection } from './domain/inbound';
export { NO_FREE_SPEECH, NO_SPEECH } from './domain/speech-stream-allocator';
export { NO_FREE_CHANNEL } from './domain/trunk-choice';

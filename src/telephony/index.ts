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
  type LegAllocation,
} from './domain/carrier';
export {
  type InboundAnswer,
  InboundCallAdmitter,
  type RoutedInboundCall,
} from './application/inbound-call-admitter';
export { InboundChannels } from './application/inbound-channels';
export { LateRecordings } from './application/late-recordings';
export { InboundRouter } from './application/inbound-router';
export { HumanPrecedence } from './application/human-precedence';
export { MediaRoom } from './application/media-room';
export { SpeechStreams } from './application/speech-streams';
export { TrunkWaits } from './application/trunk-waits';
export { TelephonyUpkeepModule } from './telephony-upkeep.module';
export { TelephonyModule } from './telephony.module';
export { MediaModule } from './media.module';
export { type ChannelRound, TrunkChannels } from './application/trunk-channels';
export { INBOUND_REFUSALS, type InboundRejection } from './domain/inbound';
export { NO_FREE_SPEECH, NO_SPEECH, type SpeechOrder } from './domain/speech-turn';
export { NO_FREE_CHANNEL } from './domain/trunk-choice';

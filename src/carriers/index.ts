export { CarrierEventRouter } from './application/carrier-event-router';
export { CARRIERS } from './application/carrier-registry';
export { type AccountCarrier, Carriers } from './application/carriers';
export {
  type InboundAnswer,
  InboundCallAdmitter,
  type RoutedInboundCall,
} from './application/inbound-call-admitter';
export { InboundRouter, TrialRoutes } from './application/inbound-router';
export { MediaProcessId } from './application/media-process-id';
export { MediaCapacity } from './application/media-capacity';
export {
  type RegisteredTrialPhone,
  RegisteredTrialPhones,
  softphoneServers,
} from './application/registered-trial-phones';
export { RunningAudio, type RunningCall } from './application/running-audio';
export { PendingRecordings } from './application/pending-recordings';
export { CarriersModule, carriersModules } from './carriers.module';
export {
  type BridgeRequest,
  Carrier,
  type CarrierEvent,
  type CarrierEventHandler,
  type DialResult,
  type LegEnd,
} from './domain/carrier';
export { INBOUND_REFUSALS, type InboundRejection } from './domain/inbound';
export { CarrierNetworks, TalkServices } from './application/carrier-services';
export { AnsweredCall } from './infrastructure/shared/answered-call';
export type { AnsweredLeg, AnsweredLegListener } from './infrastructure/shared/answered-leg';

// The operator's trunks. Commands load them without the carriers, which need a fifth of their start time.
export { AccountTrunks } from './application/account-trunks';
export { AdditionalLegs } from './application/additional-legs';
export { CallTraces } from './application/call-traces';
export { HumanCallPriority } from './application/human-call-priority';
export { InboundChannels } from './application/inbound-channels';
export { type NumberChange, Numbers } from './application/numbers';
export { SpeechReadiness } from './application/speech-readiness';
export { SpeechStreamLimits } from './application/speech-stream-limits';
export { type LockedTrunks, TrunkChannels } from './application/trunk-channels';
export { type TrialTrunk, TrialTrunks } from './application/trial-trunks';
export { TrunkHealthRegistry } from './application/trunk-health-registry';
export { TrunkSecretRenewal } from './application/trunk-secret-renewal';
export { TrunkWaitReasons } from './application/trunk-wait-reasons';
export { registrationsOf } from './application/trunk.view';
export { Trunks, noTrunk } from './application/trunks';
export { TraceLog, type TraceMessage, redactCredentials } from './domain/call-trace';
export { registersHere } from './domain/registering';
export { noCallerId, selectCallerId } from './domain/caller-id';
export { type NUMBER_FORMATS, type NumberFormat, readNumbers, writeNumber } from './domain/number-format';
export { OptionError, type OptionValue, trunkName } from './domain/option-readers';
export { OptionConflictError, SetupError } from './domain/setup-error';
export { NO_FREE_SPEECH, NO_SPEECH, type SpeechStreamAllocator } from './domain/speech-stream-allocator';
export { type TrunkChange, type TrunkState, optionValues } from './domain/trunk';
export { NO_FREE_CHANNEL } from './domain/trunk-choice';
export type { RegisteredPhones, TrunkHealthStatus } from './domain/trunk-health-status';
export { type CloudKind, TRUNK_KIND_NAMES, type TrunkKind, defaultOf, optionsOf } from './domain/trunk-kinds';
export { type TrunkOption, flagOf } from './domain/trunk-options';
export { type TrunkSummaryEntry as HeldTrunk, trunkSummary } from './domain/trunk-summary';
export { type CallAudioLocation, CallAudioRepository } from './infrastructure/call-audio.repository';
export { CarrierQuotaRepository } from './infrastructure/carrier-quota.repository';
export {
  type AdditionalLegRequest,
  type ClaimedCloudLeg,
  type LegKind,
  LegRepository,
  type LegResult,
  type NewLeg,
  type OpenLeg,
  type OrphanedCloudLeg,
  type OrphanedLeg,
  SILENT_STATUS,
} from './infrastructure/leg.repository';
export { LineQualityRepository } from './infrastructure/line-quality.repository';
export { LineFigures, type LineView } from './application/line-figures';
export {
  DEAD_AFTER_MS,
  type KnownTrunk,
  MediaProcessRepository,
  type MediaProcessRow,
} from './infrastructure/media-process.repository';
export { type CalledNumber, NumberRepository } from './infrastructure/number.repository';
export { TraceRepository, type TracedDial } from './infrastructure/trace.repository';
export { TrunkSecrets } from './infrastructure/trunk-secrets';
export { TrunkRepository } from './infrastructure/trunk.repository';
export { TrunksModule } from './trunks.module';

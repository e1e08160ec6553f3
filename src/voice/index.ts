export { ReadinessWait } from './readiness-wait';
export { ResponseTimes } from './response-times';
export type { VoiceEvent } from './speech-input-options';
export type { TalkObserver } from './observer/talk-observer';
export { TalkMetrics } from './talk-metrics';
export type { StartTransfer, Transfer } from './transfer';
export type { VoiceLine } from './voice-line';
export type { PendingLine } from './pending-line';
export { type LineStreams, VoiceLineFactory } from './voice-line-factory';

export { pageFilterOf } from './application/call-page-filter';
export { CallViewReader } from './application/call-view-reader';
export { contactView } from './application/contact-view';
export { ContactEraser } from './application/contact-eraser';
export { CALL_COLUMNS } from './infrastructure/call-columns';
export { type CallPageFilter, CallPages, PAGE_CONDITIONS } from './infrastructure/call-pages';
export { TalkRows } from './infrastructure/talk-rows';
export { CallRecordingSource, type SynthesisTerms } from './application/call-recording-source';
export { removeOldTalks } from './application/remove-old-talks';
export { CallRows } from './infrastructure/call-rows';
export { AnalysisProcessor } from './infrastructure/analysis-processor';
export { lockContactCalls } from './infrastructure/contact-calls';
export { TurnProcessor } from './infrastructure/turn-processor';
export { callOperations } from './application/call-operations';
export { line } from './application/line-answers';
export { CallResources } from './application/call-resources';
export { type ContactTalk, ReachedContacts } from './application/reached-contacts';
export { LegDialer } from './application/leg-dialer';
export { type DispatchStep, DispatchTurn, type RoundResult } from './application/dispatch-turn';
export { type LockedAccount, LockAccount } from './application/lock-account';
export { TalkAnalysisTries } from './application/talk-analysis-tries';
export { LegDrain } from './application/leg-drain';
export { CallEventHandler, CallEventServices } from './application/call-event-handler';
export type { LegState, Refusal } from './application/leg-handler';
export { LegMonitor } from './application/leg-monitor';
export { ActiveLegs } from './application/active-legs';
export {
  type DispatchResult,
  type NextAccount,
  TrunkDispatchQueue,
  TrunkDispatchLoop,
} from './application/trunk-dispatch-loop';
export { CallingModule } from './calling.module';
export { ringingDeadline, silentCarrierDeadline, talkDeadline } from './domain/leg-limits';
export { type LegReference, readReference, writeReference } from './domain/leg-reference';
export { WAITS_FOR_CREDITS, WAITS_FOR_NUMBER, waitsForLine } from './domain/wait-reasons';

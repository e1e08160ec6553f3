export { ConversationModule } from './conversation.module';
export { outcomeView } from './application/outcome.view';
export { readTalk } from './application/talk-reading';
export { TextTalk } from './application/text-talk';
export { type TalkTestResult, runTalkTest } from './application/talk-tests/talk-test';
export {
  comparable,
  includesText,
  type TestFailure,
  type TestStep,
} from './application/talk-tests/test-steps';
export { offlineEngines, type TestEngine, TestEngines } from './application/talk-tests/test-engines';
export { MockedTools } from './application/mocked-tools';
export { type TypedTurn, type TypedUse, TypedTalk } from './application/typed-talk';
export { TalkAnalyst, type TalkAnalysis } from './domain/talk-analyst';
export { fixedPhrases, type LinePhrases, linePhrases } from './offline/line-phrases';
export { answererOf, isRecordingNotice } from './offline/lexicon/answerer';
export { type ToolTalk, type ToolUser, ToolUsers } from './domain/tool-user';
export {
  type Answerer,
  type AwaitedWork,
  type EarlyListener,
  type EarlyReply,
  type ListenResult,
  SIMULATED_TIMES,
  type Spoken,
  type TalkTimes,
  type TextLine,
  type Transferred,
  type WaitResult,
  type WorkWait,
} from './domain/text-line';
export { wholeText, written } from './domain/spoken-text';

export { ConversationModule } from './conversation.module';
export { TalkRecorder } from './application/talk-recorder';
export { TextTalk } from './application/text-talk';
export { TalkAnalyst, type TalkAnalysis } from './domain/talk-analyst';
export type { TextLine } from './domain/text-line';

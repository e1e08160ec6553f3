export { ConversationModule } from './conversation.module';
export { TalkRecorder } from './application/talk-recorder';
export { TextTalk } from './application/text-talk';
export { Analyst, type Reading } from './domain/analyst';

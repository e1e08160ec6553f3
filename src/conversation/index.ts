export { ConversationModule } from './conversation.module';
export { TextTalk } from './application/text-talk';
export { Analyst, type Reading } from './domain/analyst';

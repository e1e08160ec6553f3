import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { ConversationModule } from '../conversation';
import { TrunksModule } from '../trunks';
import { AgentsModule } from './agents.module';
import { TestConversations } from './application/test-conversations';
import { VoiceReader } from './application/voice-reader';
import { AgentsController } from './http/agents.controller';
import { ConsoleAgentDraftsController } from './http/console-agent-drafts.controller';
import { ConsoleAgentsController } from './http/console-agents.controller';
import { ConsoleTestConversationsController } from './http/console-test-conversations.controller';
import { DefaultAgentController } from './http/default-agent.controller';
import { VoicesController } from './http/voices.controller';

@Module({
  imports: [AccountsModule, AgentsModule, ConversationModule, TrunksModule],
  providers: [TestConversations, VoiceReader],
  controllers: [
    AgentsController,
    ConsoleAgentsController,
    ConsoleAgentDraftsController,
    ConsoleTestConversationsController,
    DefaultAgentController,
    VoicesController,
  ],
})
export class AgentsHttpModule {}

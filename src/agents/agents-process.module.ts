// Apart from agents.module.ts: controllers would add a third to the start time of commands.
import { Global, Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { ConversationModule } from '../conversation';
import type { ProcessRoles } from '../platform/config/process-roles';
import { TrunksModule } from '../trunks';
import { AgentsModule } from './agents.module';
import { AgentTests } from './application/agent-tests/agent-tests';
import { ModelRunLimit } from './application/agent-tests/model-run-limit';
import { AgentTrials, DraftReader } from './application/agent-trials';
import { TestConversations } from './application/test-conversations';
import { MockedAgentTools } from './application/mocked-agent-tools';
import { VoiceReader } from './application/voice-reader';
import { RequestDraftReader } from './http/agent-input';
import { AgentTestsController } from './http/agent-tests.controller';
import { AgentsController } from './http/agents.controller';
import { ConsoleAgentTestsController } from './http/console-agent-tests.controller';
import { ConsoleAgentDraftsController } from './http/console-agent-drafts.controller';
import { ConsoleAgentsController } from './http/console-agents.controller';
import { ConsoleTestConversationsController } from './http/console-test-conversations.controller';
import { DefaultAgentController } from './http/default-agent.controller';
import { VoicesController } from './http/voices.controller';
import { AgentTestRepository } from './infrastructure/agent-test.repository';

/** Global: voice tests try agents, too. */
@Global()
@Module({
  imports: [AccountsModule, AgentsModule, ConversationModule, TrunksModule],
  providers: [
    AgentTrials,
    AgentTests,
    AgentTestRepository,
    MockedAgentTools,
    ModelRunLimit,
    TestConversations,
    VoiceReader,
    { provide: DraftReader, useClass: RequestDraftReader },
  ],
  exports: [AgentTrials],
  controllers: [
    AgentTestsController,
    AgentsController,
    ConsoleAgentsController,
    ConsoleAgentDraftsController,
    ConsoleAgentTestsController,
    ConsoleTestConversationsController,
    DefaultAgentController,
    VoicesController,
  ],
})
class AgentsHttpModule {}

export function agentsModules({ api }: ProcessRoles) {
  return [AgentsModule, api && AgentsHttpModule];
}

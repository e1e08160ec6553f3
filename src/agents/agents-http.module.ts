import { Module } from '@nestjs/common';
import { TrunksModule } from '../telephony';
import { AgentsModule } from './agents.module';
import { VoiceReader } from './application/voice-reader';
import { AgentsController } from './http/agents.controller';
import { ConsoleAgentDraftsController } from './http/console-agent-drafts.controller';
import { ConsoleAgentsController } from './http/console-agents.controller';
import { DefaultAgentController } from './http/default-agent.controller';
import { VoicesController } from './http/voices.controller';

@Module({
  imports: [AgentsModule, TrunksModule],
  providers: [VoiceReader],
  controllers: [
    AgentsController,
    ConsoleAgentsController,
    ConsoleAgentDraftsController,
    DefaultAgentController,
    VoicesController,
  ],
})
export class AgentsHttpModule {}

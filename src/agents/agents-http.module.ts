import { Module } from '@nestjs/common';
import { AgentsModule } from './agents.module';
import { VoiceReader } from './application/voice-reader';
import { AgentsController } from './http/agents.controller';
import { ConsoleAgentsController } from './http/console-agents.controller';
import { DefaultAgentController } from './http/default-agent.controller';
import { VoicesController } from './http/voices.controller';

@Module({
  imports: [AgentsModule],
  providers: [VoiceReader],
  controllers: [AgentsController, ConsoleAgentsController, DefaultAgentController, VoicesController],
})
export class AgentsHttpModule {}

import { Module } from '@nestjs/common';
import { AgentsModule } from './agents.module';
import { AgentsController } from './http/agents.controller';
import { DefaultAgentController } from './http/default-agent.controller';
import { VoicesController } from './http/voices.controller';

@Module({
  imports: [AgentsModule],
  controllers: [AgentsController, DefaultAgentController, VoicesController],
})
export class AgentsHttpModule {}

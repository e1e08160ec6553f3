import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts';
import { TrunksModule } from '../trunks';
import { AgentDrafts } from './application/agent-drafts';
import { AgentEditor } from './application/agent-editor';
import { AgentReader } from './application/agent-reader';
import { AgentResources } from './application/agent-resources';
import { Agents } from './application/agents';
import { DefaultAgentSetting } from './application/default-agent-setting';
import { AgentRepository } from './infrastructure/agent.repository';
import { AgentSchema } from './infrastructure/agent.schema';
import { ResourceRepository } from './infrastructure/resource.repository';

/** WaitingCalls and EnginePrices are provided globally by calls, a higher context. */
@Module({
  imports: [TypeOrmModule.forFeature([AgentSchema]), AccountsModule, TrunksModule],
  providers: [
    Agents,
    AgentDrafts,
    AgentEditor,
    AgentReader,
    AgentResources,
    DefaultAgentSetting,
    AgentRepository,
    ResourceRepository,
  ],
  exports: [Agents, AgentDrafts, AgentEditor, AgentReader, AgentResources, DefaultAgentSetting],
})
export class AgentsModule {}

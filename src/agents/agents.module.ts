import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts';
import { AgentUses, ToolsModule } from '../tools';
import { TrunksModule } from '../trunks';
import { AgentDrafts } from './application/agent-drafts';
import { AgentCreation } from './application/agent-creation';
import { AgentEditor } from './application/agent-editor';
import { AgentHistory } from './application/agent-history';
import { AgentReader } from './application/agent-reader';
import { AgentResources } from './application/agent-resources';
import { AgentWarnings } from './application/agent-warnings';
import { TestedAgents } from './application/agent-tests/tested-agents';
import { Agents } from './application/agents';
import { DefaultAgentSetting } from './application/default-agent-setting';
import { AgentRepository } from './infrastructure/agent.repository';
import { AgentSchema } from './infrastructure/agent.schema';
import { ResourceRepository } from './infrastructure/resource.repository';
import { BookingPageSchema, TemplateSchema } from './infrastructure/resource.schema';

const SERVICES = [
  Agents,
  AgentCreation,
  AgentDrafts,
  AgentEditor,
  AgentHistory,
  AgentReader,
  AgentResources,
  DefaultAgentSetting,
  TestedAgents,
];

/** WaitingCalls and EnginePrices are provided globally by calls, a higher context. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AgentSchema, BookingPageSchema, TemplateSchema]),
    AccountsModule,
    ToolsModule,
    TrunksModule,
  ],
  providers: [...SERVICES, AgentRepository, AgentWarnings, ResourceRepository],
  exports: [...SERVICES, AgentRepository],
})
export class AgentsModule {
  constructor(uses: AgentUses, agents: AgentRepository) {
    uses.provide((accountId) => agents.toolUses(accountId));
  }
}

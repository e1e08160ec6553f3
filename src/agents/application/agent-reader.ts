import { Injectable } from '@nestjs/common';
import { type ListView, listView } from '../../platform/http/answers/lists';
import { agentNotFound } from '../domain/agent-errors';
import { AgentRepository } from '../infrastructure/agent.repository';
import { callableAgentView, consoleRowView, type AgentView, agentView } from './agent.view';

@Injectable()
export class AgentReader {
  constructor(private readonly agents: AgentRepository) {}

  /** @throws DomainError agent_not_found */
  async view(accountId: string, id: string, { isFull }: { isFull: boolean }): Promise<AgentView> {
    const agent = await this.agents.find(accountId, id);
    if (!agent) throw agentNotFound(id);
    return agentView(agent, { isDefault: (await this.agents.defaultAgentId(accountId)) === id, isFull });
  }

  async consoleRows(accountId: string) {
    const rows = await this.agents.consoleRows(accountId);
    const defaultId = await this.agents.defaultAgentId(accountId);
    return listView(rows.map((row) => consoleRowView(row, row.id === defaultId)));
  }

  async callableAgents(accountId: string): Promise<ListView<ReturnType<typeof callableAgentView>>> {
    return listView((await this.agents.callable(accountId)).map(callableAgentView));
  }
}

import { Injectable } from '@nestjs/common';
import { type ListView, listView } from '../../platform/http/answers/lists';
import { agentNotFound } from '../domain/agent-errors';
import { AgentRepository } from '../infrastructure/agent.repository';
import { agentListItemView, agentRowView, type AgentView, agentView } from './agent.view';

@Injectable()
export class AgentReader {
  constructor(private readonly agents: AgentRepository) {}

  /** @throws DomainError agent_not_found */
  async view(accountId: string, id: string, { full }: { full: boolean }): Promise<AgentView> {
    const agent = await this.agents.find(accountId, id);
    if (!agent) throw agentNotFound(id);
    return agentView(agent, { isDefault: (await this.agents.defaultAgentId(accountId)) === id, full });
  }

  async rows(accountId: string) {
    const [rows, defaultId] = [
      await this.agents.rowsOf(accountId),
      await this.agents.defaultAgentId(accountId),
    ];
    return listView(rows.map((row) => agentRowView(row, row.id === defaultId)));
  }

  async list(accountId: string): Promise<ListView<ReturnType<typeof agentListItemView>>> {
    return listView((await this.agents.callable(accountId)).map(agentListItemView));
  }
}

import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { foldCase } from '../../../platform/kernel/text';
import { ToolCatalog } from '../../../tools';
import { agentNotFound } from '../../domain/agent-errors';
import { CallableAgent } from '../../domain/callable-agent';
import { AgentRepository } from '../../infrastructure/agent.repository';
import type { TestedAgent } from './agent-test-run';

export type { TestedAgent };

/** Reads agents with what their tests need. */
@Injectable()
export class TestedAgents {
  constructor(
    private readonly accounts: Accounts,
    private readonly agents: AgentRepository,
    private readonly catalog: ToolCatalog,
  ) {}

  /** Adds the tools and the settings of the agent's account. */
  async of(agent: CallableAgent): Promise<TestedAgent> {
    const { accountId } = agent;
    const { toolIds } = agent.tools;
    const [account, specs, before, results] = await Promise.all([
      this.accounts.get(accountId),
      this.catalog.specsOf(accountId, agent.tools),
      this.catalog.beforeTools(accountId, toolIds),
      this.catalog.mockResults(accountId, toolIds),
    ]);
    return {
      agent,
      specs,
      before: before.map(({ name, settings }) => ({ name, provides: settings.provides })),
      mockResults: new Map([
        // The functions of an MCP server have the mock of their tool.
        ...specs.map(({ name, toolId }) => [name, results.get(toolId ?? '')] as const),
        ...before.map(({ id, name }) => [name, results.get(id)] as const),
      ]),
      accountName: account.name,
      timeZone: account.timezone,
      dispositions: account.dispositions,
    };
  }

  /** Finds an agent by its id or name. @throws DomainError agent_not_found */
  async find(accountId: string, named: string): Promise<TestedAgent> {
    const id = (await this.agents.idByName(accountId, foldCase(named.trim()))) ?? named;
    const state = await this.agents.find(accountId, id);
    if (!state) throw agentNotFound(named);
    return this.of(new CallableAgent(state));
  }
}

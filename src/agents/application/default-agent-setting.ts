import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Agent } from '../domain/agent';
import { agentNotFound } from '../domain/agent-errors';
import type { AgentState } from '../domain/agent-state';
import { defaultAgentWarnings } from '../domain/default-agent';
import { AgentRepository } from '../infrastructure/agent.repository';
import { defaultAgentView } from './agent.view';

/** Manages the agent for calls without an `agent_id`. */
@Injectable()
export class DefaultAgentSetting {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: Accounts,
    private readonly agents: AgentRepository,
  ) {}

  async view(accountId: string) {
    const id = await this.agents.defaultAgentId(accountId);
    return this.#view(accountId, id === null ? null : await this.agents.find(accountId, id));
  }

  /**
   * Locks the agent, whose `updated_at` stays. @throws DomainError agent_not_found, agent_disabled,
   * agent_inbound_only
   */
  async choose(accountId: string, agentId: string) {
    return this.unitOfWork.run(async () => {
      const state = await this.agents.findKeyShared(accountId, agentId);
      if (!state) throw agentNotFound(agentId);
      new Agent(state).assertCanCallOut();
      await this.agents.setDefault(accountId, agentId, false);
      return this.#view(accountId, state);
    });
  }

  async #view(accountId: string, state: AgentState | null) {
    const { carrier } = await this.accounts.get(accountId);
    return defaultAgentView(state, carrier, state ? defaultAgentWarnings(new Agent(state), 'agent_id') : []);
  }
}

import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error';
import { Agent } from '../domain/agent';
import { agentNotFound } from '../domain/agent-errors';
import { CallableAgent } from '../domain/callable-agent';
import { AgentRepository } from '../infrastructure/agent.repository';

/** What other contexts ask of agents: may this one call, and with which script. */
@Injectable()
export class Agents {
  constructor(private readonly agents: AgentRepository) {}

  /**
   * The agent that a call is queued for (null: the account's default), locked KEY SHARE so that it cannot be turned off
   * before the call is stored.
   * @throws DomainError no_default_agent, agent_not_found, agent_disabled, agent_inbound_only
   */
  async forCalling(accountId: string, agentId: string | null): Promise<CallableAgent> {
    const id = agentId ?? (await this.agents.defaultAgentId(accountId));
    if (id === null) {
      throw new DomainError(
        'no_default_agent',
        'The account has no default agent: send agent_id, or choose one with PUT /v1/settings/default-agent.',
      );
    }
    const state = await this.agents.keep(accountId, id);
    if (!state) throw agentNotFound(id);
    new Agent(state).assertCanCallOut();
    return new CallableAgent(state);
  }

  /** Agents as they are now, locked KEY SHARE in the order of their ids: for the calls that are about to dial. */
  async forDialing(ids: readonly string[]): Promise<Map<string, CallableAgent>> {
    const states = await this.agents.keyShare(ids);
    return new Map(states.map((state) => [state.id, new CallableAgent(state)]));
  }

  /** An agent as it was when a call dialed with it. */
  async version(id: string, version: Date): Promise<CallableAgent> {
    const state = await this.agents.version(id, version);
    if (!state) throw new Error('a version that a call dialed with is gone');
    return new CallableAgent(state);
  }

  /** The voice engine of each agent. */
  engines(ids: readonly string[]): Promise<Map<string, string>> {
    return this.agents.engines(ids);
  }
}

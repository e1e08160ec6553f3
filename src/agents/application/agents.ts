import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error';
import { describeDateTime } from '../../platform/kernel/zoned-time';
import { Agent } from '../domain/agent';
import { agentDisabled, agentNotFound } from '../domain/agent-errors';
import { CallableAgent } from '../domain/callable-agent';
import { type CallValues, placeholderValues } from '../domain/placeholders';
import { AgentRepository } from '../infrastructure/agent.repository';

/** Provides agents to other contexts: whether one may call, and its script. */
@Injectable()
export class Agents {
  constructor(private readonly agents: AgentRepository) {}

  /**
   * `agentId` null: the account's default. Locked, so that it cannot be turned off before the call is stored (R13).
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
    const state = await this.agents.findKeyShared(accountId, id);
    if (!state) throw agentNotFound(id);
    new Agent(state).assertCanCallOut();
    return new CallableAgent(state);
  }

  /**
   * The agent for a call with a trial phone, whatever its direction; null: the account's default. @throws DomainError
   * no_default_agent, agent_not_found, agent_disabled
   */
  async forTrial(accountId: string, agentId: string | null): Promise<CallableAgent> {
    const id = agentId ?? (await this.defaultIdOf(accountId));
    if (id === null) {
      throw new DomainError(
        'no_default_agent',
        'The account has no default agent: choose one for the softphone.',
      );
    }
    const state = await this.agents.findKeyShared(accountId, id);
    if (!state) throw agentNotFound(id);
    if (!state.enabled) throw agentDisabled(id);
    return new CallableAgent(state);
  }

  defaultIdOf(accountId: string): Promise<string | null> {
    return this.agents.defaultAgentId(accountId);
  }

  /** On or off. @throws DomainError agent_not_found */
  async toTry(accountId: string, id: string): Promise<CallableAgent> {
    const state = await this.agents.find(accountId, id);
    if (!state) throw agentNotFound(id);
    return new CallableAgent(state);
  }

  /** Locked KEY SHARE in the order of their ids, for calls about to dial (R12). */
  async forDialing(ids: readonly string[]): Promise<Map<string, CallableAgent>> {
    const states = await this.agents.keyShare(ids);
    return new Map(states.map((state) => [state.id, new CallableAgent(state)]));
  }

  /** The version that a call dialed with (R12). */
  async version(id: string, version: Date): Promise<CallableAgent> {
    const state = await this.agents.version(id, version);
    if (!state) throw new Error('a version that a call dialed with is gone');
    return new CallableAgent(state);
  }

  /** An agent of the account with direction inbound or both. Turned off it counts, too: it may be turned on again. */
  async answersCalls(accountId: string, id: string): Promise<boolean> {
    const state = await this.agents.findKeyShared(accountId, id);
    return state !== null && state.direction !== 'outbound';
  }

  /** Values of a call's placeholders, formatted for scripts. */
  placeholderValues(values: CallValues, now: Date, timeZone: string): Map<string, string> {
    return placeholderValues(values, describeDateTime(now, timeZone));
  }

  names(ids: readonly string[]): Promise<Map<string, string>> {
    return this.agents.names(ids);
  }

  async describe(id: string, version: Date | null) {
    const [now, dialed] = await Promise.all([
      this.agents.any(id),
      version === null ? null : this.agents.version(id, version),
    ]);
    if (!now) throw new Error('the agent of a call is gone');
    return { name: now.name, savedAt: now.updatedAt, script: (dialed ?? now).systemPrompt };
  }

  engines(ids: readonly string[]): Promise<Map<string, string>> {
    return this.agents.engines(ids);
  }

  voices(ids: readonly string[]): ReturnType<AgentRepository['voices']> {
    return this.agents.voices(ids);
  }
}

import { Injectable } from '@nestjs/common';
import { Accounts, DoNotCallList } from '../../accounts';
import { Agents, type CallableAgent } from '../../agents';
import { Credits } from '../../credits';
import { ToolCatalog } from '../../tools';
import { SpeechReadiness } from '../../trunks';
import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import type { NewCall } from '../domain/call-state';
import { retryFor, type RetryRequest } from './attempts/retry-for';

/** The conditions for calls to be queued. Test calls need no credits, speech, or permission of the contact. */
@Injectable()
export class CallPrerequisites {
  constructor(
    private readonly accounts: Accounts,
    private readonly agents: Agents,
    private readonly credits: Credits,
    private readonly doNotCall: DoNotCallList,
    private readonly speech: SpeechReadiness,
    private readonly tools: ToolCatalog,
  ) {}

  /**
   * Credits are left to the caller.
   * @throws DomainError agent_not_found, no_default_agent, agent_disabled, agent_inbound_only, agent_cannot_talk,
   *   do_not_call
   */
  async of(accountId: string, { agentId, phoneNumber, test }: NewCall) {
    const [agent, entry, account, credits] = await Promise.all([
      this.agents.forCalling(accountId, agentId ?? null),
      test ? null : this.doNotCall.entryOf(accountId, phoneNumber),
      this.accounts.get(accountId),
      this.standing(accountId, test),
    ]);
    if (!test) await this.speech.require(account.carrier, agent);
    DoNotCallList.refuse(entry);
    return { agent, account, credits };
  }

  async warningsOf(agent: CallableAgent, { contact, variables }: Pick<NewCall, 'contact' | 'variables'>) {
    return agent.warningsFor(contact, variables, await this.providedNames(agent));
  }

  /** Placeholders that the agent's tools fill before the talk. */
  async providedNames(agent: CallableAgent): Promise<readonly string[]> {
    const { toolIds } = agent.tools;
    return toolIds.length === 0 ? [] : this.tools.providedNames(agent.accountId, toolIds);
  }

  /** @throws DomainError agent_cannot_talk */
  async requireSpeech(accountId: string, agent: CallableAgent, test: boolean): Promise<void> {
    if (test) return;
    const { carrier } = await this.accounts.get(accountId);
    await this.speech.require(carrier, agent);
  }

  /** The policy of a request that names its own or leaves it to the account. */
  async retryFor(accountId: string, request: RetryRequest): Promise<RetryPolicy | null> {
    return retryFor(request, await this.accounts.get(accountId));
  }

  /** null: test calls cost nothing. */
  standing(accountId: string, test: boolean) {
    return test ? null : this.credits.standing(accountId);
  }

  /** Returns those numbers that are on the do-not-call list. */
  async findListed(accountId: string, test: boolean, numbers: readonly string[]) {
    return test ? new Map<string, never>() : this.doNotCall.find(accountId, numbers);
  }
}

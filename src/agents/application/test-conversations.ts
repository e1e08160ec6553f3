import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { outcomeView, type TypedTurn, TypedTalk } from '../../conversation';
import { Clock } from '../../platform/clock';
import type { CallableAgent } from '../domain/callable-agent';
import type { CallValues } from '../domain/placeholders';
import { type AgentDraft, AgentDrafts } from './agent-drafts';
import { Agents } from './agents';
import { MockedAgentTools } from './mocked-agent-tools';

export interface TestConversation extends CallValues {
  readonly agent: string | AgentDraft;
  readonly turns: readonly TypedTurn[];
}

/** Runs typed conversations: an agent's turns and findings as on a call. Nothing is stored or charged. */
@Injectable()
export class TestConversations {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly agents: Agents,
    private readonly drafts: AgentDrafts,
    private readonly talk: TypedTalk,
    private readonly tools: MockedAgentTools,
  ) {}

  /** @throws DomainError agent_not_found, invalid_request for a draft */
  async turn(accountId: string, conversation: TestConversation) {
    const { agent, account, now, values } = await this.#prepare(accountId, conversation);
    const tools = await this.tools.ofTalk(accountId, agent, { now, timeZone: account.timezone });
    const {
      text,
      ended,
      tools: used,
      problem,
    } = await this.talk.answer(
      {
        ...(tools && { tools: tools.talk }),
        ...agent.fill(values, now, account.timezone),
        now,
        timeZone: account.timezone,
        accountName: account.name,
        contactName: conversation.contact.name ?? null,
        direction: 'outbound',
        notice: null,
        maxSeconds: 60 * agent.maxMinutes,
      },
      conversation.turns,
      tools?.users,
    );
    return {
      object: 'test_turn' as const,
      text,
      ended,
      tools: used,
      ...(problem !== undefined && { problem }),
    };
  }

  /**
   * Analyzes the conversation as a call is analyzed. @throws DomainError agent_not_found, invalid_request for a draft
   */
  async outcome(accountId: string, conversation: TestConversation) {
    const { agent, account, now, values } = await this.#prepare(accountId, conversation);
    const { turns, analysis, problem } = await this.talk.read(
      {
        brief: agent.fill(values, now, account.timezone),
        questions: agent.questions,
        dispositions: account.dispositions,
        now,
        timeZone: account.timezone,
      },
      conversation.turns,
    );
    return { ...outcomeView(analysis, turns), ...(problem !== undefined && { problem }) };
  }

  async #prepare(accountId: string, { agent, contact, variables }: TestConversation) {
    const [account, tried] = await Promise.all([this.accounts.get(accountId), this.#agent(accountId, agent)]);
    const provided = await this.tools.readProvided(accountId, tried);
    const values: CallValues = { contact, variables: { ...provided, ...variables } };
    return { account, agent: tried, now: this.clock.now(), values };
  }

  #agent(accountId: string, agent: TestConversation['agent']): Promise<CallableAgent> {
    return typeof agent === 'string'
      ? this.agents.toTry(accountId, agent)
      : this.drafts.makeForTrial(accountId, agent);
  }
}

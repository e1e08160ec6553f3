import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { Agents, type CallableAgent } from '../../../agents';
import { readTalk, type TalkAnalysis, TalkAnalyst } from '../../../conversation';
import type { Turn } from '../../../shared-kernel/talk';
import type { CallState } from '../../domain/call-state';
import { CallToolUses } from './call-tool-uses';
import { valuesOf } from './talk-brief';

/** Analyzes transcripts under the agent's version of the call and its account. */
@Injectable()
export class TalkReader {
  constructor(
    private readonly accounts: Accounts,
    private readonly agents: Agents,
    private readonly analyst: TalkAnalyst,
    readonly toolUses: CallToolUses,
  ) {}

  /** The agent of a talk, as it was when the call was dialed or came in. */
  async agentOf({ id, agentId, agentVersion }: CallState): Promise<CallableAgent> {
    if (!agentVersion) throw new Error(`call ${id} was never dialed with an agent`);
    return this.agents.version(agentId, agentVersion);
  }

  /** @param now the instant to which the contact's days and times refer */
  async read(
    call: CallState,
    turns: readonly Turn[],
    agent: CallableAgent,
    now: Date,
    signal: AbortSignal,
  ): Promise<TalkAnalysis> {
    const { timezone: timeZone, dispositions } = await this.accounts.get(call.accountId);
    const provided = await this.toolUses.readProvided(call, agent);
    const brief = agent.fill(valuesOf(call, provided), now, timeZone);
    const { questions } = agent;
    return readTalk(this.analyst, { turns, brief, questions, now, dispositions, timeZone }, signal);
  }
}

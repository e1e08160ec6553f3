import { Injectable } from '@nestjs/common';
import type { CallableAgent } from '../../../agents';
import { EarlyTools, type ProvidedValues, Invocations } from '../../../tools';
import type { CallState } from '../../domain/call-state';
import type { OutcomeTool } from '../../domain/outcome';

/** The uses of tools in a call, for its analysis and outcome. Calls of agents without tools cost no statement. */
@Injectable()
export class CallToolUses {
  constructor(
    private readonly early: EarlyTools,
    private readonly invocations: Invocations,
  ) {}

  /** Placeholders that tools filled before the talk. */
  async readProvided({ id, accountId }: CallState, agent: CallableAgent): Promise<ProvidedValues> {
    const { toolIds } = agent.tools;
    return toolIds.length === 0 ? {} : this.early.ofCall(accountId, id, toolIds);
  }

  /** null: the agent had none. */
  async forOutcome({ id }: CallState, agent: CallableAgent): Promise<readonly OutcomeTool[] | null> {
    const { toolIds, builtInTools } = agent.tools;
    return toolIds.length + builtInTools.length === 0 ? null : this.invocations.forOutcome(id);
  }
}

import { Injectable } from '@nestjs/common';
import { MockedTools } from '../../conversation';
import type { TalkTools } from '../../shared-kernel/tool-use';
import { mockedUse, type ProvidedValues, ToolCatalog } from '../../tools';
import type { CallableAgent } from '../domain/callable-agent';

export interface MockedTalk {
  readonly talk: TalkTools;
  readonly users: MockedTools;
}

/** The tools of an agent with their mocks, for typed conversations: nothing is sent or queued. */
@Injectable()
export class MockedAgentTools {
  constructor(private readonly catalog: ToolCatalog) {}

  /** Placeholder values of the tools that the agent uses before the talk, from their mocks. */
  readProvided(accountId: string, agent: CallableAgent): Promise<ProvidedValues> {
    return this.catalog.mockedValues(accountId, agent.tools.toolIds);
  }

  /** null: the agent offers none. */
  async ofTalk(
    accountId: string,
    agent: CallableAgent,
    moment: { readonly now: Date; readonly timeZone: string },
  ): Promise<MockedTalk | null> {
    const { toolIds, builtInTools } = agent.tools;
    if (toolIds.length + builtInTools.length === 0) return null;
    const [specs, results] = await Promise.all([
      this.catalog.specsOf(accountId, agent.tools),
      this.catalog.mockResults(accountId, toolIds),
    ]);
    if (specs.length === 0) return null;
    const users = new MockedTools((call, spec) =>
      mockedUse(call, spec, spec.toolId === null ? undefined : { result: results.get(spec.toolId) }, moment),
    );
    return { talk: { accountId, callId: 'call_typed', attempt: 1, test: true, specs }, users };
  }
}

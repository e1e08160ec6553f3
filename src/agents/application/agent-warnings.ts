import { Inject, Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { Config } from '../../platform/config/config';
import type { Warning } from '../../platform/kernel/warning';
import { SpeechReadiness } from '../../trunks';
import { ToolCatalog } from '../../tools';
import type { Agent } from '../domain/agent';

/** Settings of an agent without effect, and engines of speech that its real calls would lack. */
@Injectable()
export class AgentWarnings {
  constructor(
    private readonly accounts: Accounts,
    private readonly speech: SpeechReadiness,
    private readonly tools: ToolCatalog,
    @Inject(Config) private readonly config: Pick<Config, 'model'>,
  ) {}

  async of(agent: Agent): Promise<Warning[]> {
    const { accountId, language, ttsModel } = agent.state;
    const { carrier } = await this.accounts.get(accountId);
    return [
      ...agent.warnings,
      ...(await this.speech.warnings(carrier, { language, engine: ttsModel })),
      ...(await this.#toolWarnings(agent)),
    ];
  }

  async #toolWarnings({ state: { accountId, toolIds } }: Agent): Promise<Warning[]> {
    if (this.config.model !== null || toolIds.length === 0) return [];
    const indexes = await this.tools.needModel(accountId, toolIds);
    return indexes.map((at) => ({
      field: `tool_ids[${at}]`,
      code: 'tool_needs_model',
      message:
        'The service has no model (LLM_URL), and the tool has neither offline phrases nor when before: no talk uses it.',
    }));
  }
}

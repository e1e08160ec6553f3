import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import type { Warning } from '../../platform/kernel/warning';
import { SpeechReadiness } from '../../trunks';
import type { Agent } from '../domain/agent';

/** Settings of an agent without effect, and engines of speech that its real calls would lack. */
@Injectable()
export class AgentWarnings {
  constructor(
    private readonly accounts: Accounts,
    private readonly speech: SpeechReadiness,
  ) {}

  async of(agent: Agent): Promise<Warning[]> {
    const { accountId, language, ttsModel } = agent.state;
    const { carrier } = await this.accounts.get(accountId);
    return [...agent.warnings, ...(await this.speech.warnings(carrier, { language, engine: ttsModel }))];
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { Agents } from '../../../agents';
import { TrialRoutes } from '../../../carriers';
import { SpeechReadiness } from '../../../trunks';

/** The agents of trial phones. The direction does not count: one that only answers calls can be tried as well. */
@Injectable()
export class TrialAgents implements OnModuleInit {
  constructor(
    private readonly accounts: Accounts,
    private readonly agents: Agents,
    private readonly speech: SpeechReadiness,
    private readonly routes: TrialRoutes,
  ) {}

  /** Calls in are answered by the default agent, where the trial phone names none. */
  onModuleInit(): void {
    this.routes.setDefaultAgent((accountId) => this.agents.defaultIdOf(accountId));
  }

  async toRing(accountId: string, agentId: string | null) {
    const [agent, account] = await Promise.all([
      this.agents.forTrial(accountId, agentId),
      this.accounts.get(accountId),
    ]);
    await this.speech.require('sip', agent);
    return { agent, account };
  }
}

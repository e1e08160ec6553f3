import { Injectable } from '@nestjs/common';
import { WaitingCalls } from '../../agents';
import { Clock } from '../../platform/clock';
import { CallRepository } from '../infrastructure/call.repository';
import { CallFinisher } from './call-finisher';

const AT_ONCE = 1_000;

const REASONS = {
  turned_off: 'Canceled: the agent was turned off.',
  inbound_only: 'Canceled: the agent only answers calls now.',
} as const;

/** Turning off an agent cancels the calls that wait for it, set by set, in the same transaction. */
@Injectable()
export class AgentWaitingCalls extends WaitingCalls {
  constructor(
    private readonly clock: Clock,
    private readonly calls: CallRepository,
    private readonly finisher: CallFinisher,
  ) {
    super();
  }

  override async cancelOf(_accountId: string, agentId: string, why: keyof typeof REASONS): Promise<number> {
    const now = this.clock.now();
    for (let canceled = 0; ;) {
      const calls = await this.calls.lockWaitingOfAgent(agentId, AT_ONCE);
      for (const call of calls) call.cancel(REASONS[why], now);
      await this.finisher.store(calls);
      canceled += calls.length;
      if (calls.length < AT_ONCE) return canceled;
    }
  }
}

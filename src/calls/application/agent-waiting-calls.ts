import { Injectable } from '@nestjs/common';
import { type StoppedAgent, WaitingCalls } from '../../agents';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { CallRepository } from '../infrastructure/call.repository';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { CallFinisher } from './call-finisher';

/** Calls canceled in one transaction. It bounds how long their row locks block others. */
const BATCH_SIZE = 500;

export const AGENT_STOPPED = {
  turned_off: 'Canceled: the agent was turned off.',
  inbound_only: 'Canceled: the agent only answers calls now.',
} as const;

/** Cancels the calls of a stopped agent (R13) after the agent's transaction, whose lock would else last for seconds. */
@Injectable()
export class AgentWaitingCalls extends WaitingCalls {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly calls: CallRepository,
    private readonly due: DueCallsRepository,
    private readonly finisher: CallFinisher,
  ) {
    super();
  }

  override count(agentId: string): Promise<number> {
    return this.due.countOfAgent(agentId);
  }

  override async cancel({ agentId, why, at }: StoppedAgent): Promise<void> {
    for (let found = 1; found > 0;) {
      found = await this.unitOfWork.run(async () => {
        const calls = await this.calls.lockWaitingOfAgent(agentId, at, BATCH_SIZE);
        for (const call of calls) call.cancel(AGENT_STOPPED[why], this.clock.now());
        await this.finisher.store(calls);
        return calls.length;
      });
    }
  }

  async cancelLeft(): Promise<void> {
    for (const stopped of await this.due.stoppedAgents(BATCH_SIZE)) await this.cancel(stopped);
  }
}

import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { TurnProcessor } from '../../calling';
import { HandlesEvent, type EventFilter } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { HumanCallDispatcher } from '../application/dispatch/human-call-dispatcher';
import { HumanCallRepository } from './human-call.repository';

export const HUMAN_DISPATCH_QUEUE = 'human-call-dispatch';

/** Runs one turn for one account: a call was queued, or a line, counsellor or number became free. */
@Processor(HUMAN_DISPATCH_QUEUE, { ...WORKER_OPTIONS, concurrency: 4 })
@HandlesEvent('calls.waiting')
export class HumanDispatchProcessor extends TurnProcessor implements EventFilter {
  constructor(
    private readonly dispatcher: HumanCallDispatcher,
    private readonly calls: HumanCallRepository,
  ) {
    super();
  }

  /** Most lines are freed by AI calls, in accounts where no human call waits. */
  async filterEvents(events: readonly { accountId: string }[]): Promise<{ accountId: string }[]> {
    const found = await this.calls.whereAnyWaits(events.map(({ accountId }) => accountId));
    return found.map((accountId) => ({ accountId }));
  }

  override async process(job: Job<{ accountId: string }>): Promise<void> {
    await this.dispatcher.turn(job.data.accountId);
  }
}

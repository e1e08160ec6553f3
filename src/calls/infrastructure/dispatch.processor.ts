import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { TurnProcessor } from '../../calling';
import { HandlesEvent, Queues } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { CallDispatcher } from '../application/dispatch/call-dispatcher';

export const DISPATCH_QUEUE = 'call-dispatch';

/** Runs one turn for one account; an account with more to dial is queued again behind the others. */
@Processor(DISPATCH_QUEUE, { ...WORKER_OPTIONS, concurrency: 4 })
@HandlesEvent('calls.waiting')
export class DispatchProcessor extends TurnProcessor {
  constructor(
    private readonly dispatcher: CallDispatcher,
    private readonly queues: Queues,
  ) {
    super();
  }

  override async process(job: Job<{ accountId: string }>): Promise<void> {
    const { accountId } = job.data;
    const nextTurnMs = await this.dispatcher.turn(accountId);
    if (nextTurnMs !== null) await this.queues.remind(DISPATCH_QUEUE, { accountId }, nextTurnMs);
  }
}

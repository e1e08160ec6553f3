import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { HandlesEvent } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { HumanCallDispatcher } from '../application/human-call-dispatcher';

export const HUMAN_DISPATCH_QUEUE = 'human-call-dispatch';

/** One turn for one account: a call was asked for, or a line, a counsellor or a number is free. */
@Processor(HUMAN_DISPATCH_QUEUE, { ...WORKER_OPTIONS, concurrency: 4 })
@HandlesEvent('calls.waiting')
export class HumanDispatchProcessor extends WorkerHost {
  constructor(private readonly dispatcher: HumanCallDispatcher) {
    super();
  }

  override async process(job: Job<{ accountId: string }>): Promise<void> {
    await this.dispatcher.turn(job.data.accountId);
  }
}

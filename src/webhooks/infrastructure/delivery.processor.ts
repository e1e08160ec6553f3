import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { HandlesEvent } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { DeliveryLanes } from '../application/delivery-lanes';

export const DELIVERY_QUEUE = 'webhook-deliveries';

/**
 * A job is a doorbell and is over at once: attempts that hang hold a lane of their account, never a place in the queue.
 */
@Processor(DELIVERY_QUEUE, { ...WORKER_OPTIONS, concurrency: 8 })
@HandlesEvent('webhook.events_made')
export class DeliveryProcessor extends WorkerHost {
  constructor(private readonly lanes: DeliveryLanes) {
    super();
  }

  override process(job: Job<{ accountId: string }>): Promise<void> {
    this.lanes.wake(job.data.accountId);
    return Promise.resolve();
  }
}

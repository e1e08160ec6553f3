import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { HandlesEvent } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { DeliveryLanes } from '../application/delivery-lanes';

export const DELIVERY_QUEUE = 'webhook-deliveries';

/** A job only wakes a lane and ends at once, so hanging attempts never occupy the queue. */
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

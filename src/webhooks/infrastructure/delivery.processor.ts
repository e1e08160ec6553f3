import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { HandlesEvent } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { DeliveryScheduler } from '../application/delivery-scheduler';

export const DELIVERY_QUEUE = 'webhook-deliveries';

/** Wakes a worker. The job ends at once, so hanging attempts never occupy the queue. */
@Processor(DELIVERY_QUEUE, { ...WORKER_OPTIONS, concurrency: 8 })
@HandlesEvent('webhook.events_made')
export class DeliveryProcessor extends WorkerHost {
  constructor(private readonly scheduler: DeliveryScheduler) {
    super();
  }

  override process(job: Job<{ accountId: string }>): Promise<void> {
    this.scheduler.wake(job.data.accountId);
    return Promise.resolve();
  }
}

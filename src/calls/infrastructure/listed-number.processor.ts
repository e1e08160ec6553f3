import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { HandlesEvent } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { CallMaintenance } from '../application/call-maintenance';

export const LISTED_QUEUE = 'call-listed';

@Processor(LISTED_QUEUE, { ...WORKER_OPTIONS, concurrency: 1 })
@HandlesEvent('account.number_listed')
export class ListedNumberProcessor extends WorkerHost {
  constructor(private readonly maintenance: CallMaintenance) {
    super();
  }

  override async process(job: Job<{ accountId: string }>): Promise<void> {
    await this.maintenance.giveUpListed(job.data.accountId);
  }
}

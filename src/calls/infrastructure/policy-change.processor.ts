import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { HandlesEvent, Queues } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { PolicyChanges } from '../application/dispatch/policy-changes';
import { DISPATCH_QUEUE } from './dispatch.processor';

export const POLICY_QUEUE = 'call-policy';

@Processor(POLICY_QUEUE, { ...WORKER_OPTIONS, concurrency: 2 })
@HandlesEvent('account.policy_changed')
export class PolicyChangeProcessor extends WorkerHost {
  constructor(
    private readonly changes: PolicyChanges,
    private readonly queues: Queues,
  ) {
    super();
  }

  override async process(job: Job<{ accountId: string }>): Promise<void> {
    const { accountId } = job.data;
    await this.changes.apply(accountId);
    await this.queues.remind(DISPATCH_QUEUE, { accountId });
  }
}

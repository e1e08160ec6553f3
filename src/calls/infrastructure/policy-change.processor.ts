import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { CallingLines } from '../../accounts';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { HandlesEvent, Queues } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { DISPATCH_QUEUE } from './dispatch.processor';
import { DueCallsRepository } from './due-calls.repository';

export const POLICY_QUEUE = 'call-policy';

/** "A changed policy is applied to waiting calls within 5 s": what a rule held is looked at again, by the new one. */
@Processor(POLICY_QUEUE, { ...WORKER_OPTIONS, concurrency: 2 })
@HandlesEvent('account.policy_changed')
export class PolicyChangeProcessor extends WorkerHost {
  constructor(
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly lines: CallingLines,
    private readonly due: DueCallsRepository,
    private readonly queues: Queues,
  ) {
    super();
  }

  override async process(job: Job<{ accountId: string }>): Promise<void> {
    const { accountId } = job.data;
    // Looks under way may hold calls by the old policy: from here on they have, and the next read the new one.
    await this.unitOfWork.run(() => this.lines.lock(accountId));
    await this.unitOfWork.run(() => this.due.lookAgain(accountId, this.clock.now()));
    await this.queues.remind(DISPATCH_QUEUE, { accountId });
  }
}

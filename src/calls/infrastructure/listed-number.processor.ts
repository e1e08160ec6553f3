import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { Clock } from '../../platform/clock';
import { HandlesEvent, Queues } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { CallMaintenance } from '../application/call-maintenance';

export const LISTED_QUEUE = 'call-listed';

/** The second look follows after one to two of these intervals; entries of an account in the same interval share it. */
const SECOND_LOOK_MS = 5_000;

interface Listed {
  readonly accountId: string;
  /** The time of the second look, Unix ms; absent for the first. */
  readonly second?: string;
}

/** Looks twice: a request that read the list before the entry may store its call after the first look. */
@Processor(LISTED_QUEUE, { ...WORKER_OPTIONS, concurrency: 1 })
@HandlesEvent('account.number_listed')
export class ListedNumberProcessor extends WorkerHost {
  constructor(
    private readonly clock: Clock,
    private readonly maintenance: CallMaintenance,
    private readonly queues: Queues,
  ) {
    super();
  }

  override async process({ data: { accountId, second } }: Job<Listed>): Promise<void> {
    await this.maintenance.giveUpListed(accountId);
    if (second !== undefined) return;
    const now = this.clock.now().getTime();
    const at = (Math.floor(now / SECOND_LOOK_MS) + 2) * SECOND_LOOK_MS;
    await this.queues.remind(LISTED_QUEUE, { accountId, second: String(at) }, at - now);
  }
}

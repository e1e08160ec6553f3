import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { Invitations } from '../application/invitations';

export const INVITATION_MAIL_QUEUE = 'invitation-mail';

@Processor(INVITATION_MAIL_QUEUE, { ...WORKER_OPTIONS, concurrency: 4 })
export class InvitationMailProcessor extends WorkerHost {
  constructor(private readonly invitations: Invitations) {
    super();
  }

  override async process(job: Job<{ memberId: string }>): Promise<void> {
    await this.invitations.send(job.data.memberId);
  }
}

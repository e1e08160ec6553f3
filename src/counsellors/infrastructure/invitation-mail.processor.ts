import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { InvitationMails } from '../application/invitation-mails';

export const INVITATION_MAIL_QUEUE = 'invitation-mail';

@Processor(INVITATION_MAIL_QUEUE, { ...WORKER_OPTIONS, concurrency: 4 })
export class InvitationMailProcessor extends WorkerHost {
  constructor(private readonly mails: InvitationMails) {
    super();
  }

  override async process(job: Job<{ memberId: string }>): Promise<void> {
    await this.mails.send(job.data.memberId);
  }
}

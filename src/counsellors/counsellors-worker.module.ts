import { BullModule } from '@nestjs/bullmq';
import { Module, type OnModuleInit } from '@nestjs/common';
import { Queues } from '../platform/queues/queues';
import { Sweeps } from '../platform/sweeps';
import { Invitations } from './application/invitations';
import { CounsellorsModule } from './counsellors.module';
import { INVITATION_MAIL_QUEUE, InvitationMailProcessor } from './infrastructure/invitation-mail.processor';

const POLL_INTERVAL_MS = 5_000;
const BATCH_SIZE = 100;

@Module({
  imports: [BullModule.registerQueue({ name: INVITATION_MAIL_QUEUE }), CounsellorsModule],
  providers: [InvitationMailProcessor],
})
export class CounsellorsWorkerModule implements OnModuleInit {
  constructor(
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly invitations: Invitations,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(POLL_INTERVAL_MS, 'welcome e-mails', async () => {
      await this.invitations.giveUpAbandoned();
      for (const memberId of await this.invitations.due(BATCH_SIZE)) {
        await this.queues.remind(INVITATION_MAIL_QUEUE, { memberId });
      }
    });
  }
}

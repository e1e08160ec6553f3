// Apart from counsellors.module.ts: controllers would slow the start of commands that erase contacts.
import { Module, type OnModuleInit } from '@nestjs/common';
import { BullModule } from '@nestjs/bullmq';
import { Queues } from '../platform/queues/queues';
import { Sweeps } from '../platform/sweeps';
import type { ProcessRoles } from '../platform/config/process-roles';
import { CounsellorsModule } from './counsellors.module';
import { CounsellorsController } from './http/counsellors.controller';
import { ConsoleCounsellorsController } from './http/console-counsellors.controller';
import { ConsoleMembersController } from './http/console-members.controller';
import { InvitationsController } from './http/invitations.controller';
import { InvitationMails } from './application/invitation-mails';
import { INVITATION_MAIL_QUEUE, InvitationMailProcessor } from './infrastructure/invitation-mail.processor';

const POLL_INTERVAL_MS = 5_000;
const BATCH_SIZE = 100;

@Module({
  imports: [CounsellorsModule],
  controllers: [
    CounsellorsController,
    InvitationsController,
    ConsoleCounsellorsController,
    ConsoleMembersController,
  ],
})
class CounsellorsHttpModule {}

@Module({
  imports: [BullModule.registerQueue({ name: INVITATION_MAIL_QUEUE }), CounsellorsModule],
  providers: [InvitationMailProcessor],
})
class CounsellorsWorkerModule implements OnModuleInit {
  constructor(
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly mails: InvitationMails,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(POLL_INTERVAL_MS, 'welcome e-mails', async () => {
      await this.mails.giveUpAbandoned();
      for (const memberId of await this.mails.due(BATCH_SIZE)) {
        await this.queues.remind(INVITATION_MAIL_QUEUE, { memberId });
      }
    });
  }
}

export function counsellorsModules({ api, worker }: ProcessRoles) {
  return [CounsellorsModule, api && CounsellorsHttpModule, worker && CounsellorsWorkerModule];
}

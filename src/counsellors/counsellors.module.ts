import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { PublicOrigin } from '../platform/http/public-origin';
import { MailModule } from '../platform/mail/mail.module';
import { TelephonyModule } from '../telephony';
import { CounsellorEditor } from './application/counsellor-editor';
import { CounsellorReader } from './application/counsellor-reader';
import { Counsellors } from './application/counsellors.service';
import { Invitations } from './application/invitations';
import { InvitationRepository } from './infrastructure/invitation.repository';

/** WaitingHumanCalls is provided globally by human calls, a higher context. */
@Module({
  imports: [AccountsModule, TelephonyModule, MailModule],
  providers: [
    Counsellors,
    CounsellorEditor,
    CounsellorReader,
    Invitations,
    PublicOrigin,
    InvitationRepository,
  ],
  exports: [Counsellors, CounsellorEditor, CounsellorReader, Invitations],
})
export class CounsellorsModule {}

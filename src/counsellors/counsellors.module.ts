import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts';
import { PublicOrigin } from '../platform/http/public-origin';
import { MailModule } from '../platform/mail/mail.module';
import { CallingAbility, OpenInvitations, SignInModule } from '../sign-in';
import { CarriersModule } from '../carriers';
import { CounsellorEditor } from './application/counsellor-editor';
import { CounsellorReader } from './application/counsellor-reader';
import { Counsellors } from './application/counsellors.service';
import { InvitationMails } from './application/invitation-mails';
import { Invitations } from './application/invitations';
import { AcceptedInvitations, MemberAbility } from './application/login-ports';
import { MemberEditor } from './application/member-editor';
import { MemberReader } from './application/member-reader';
import { WelcomeMails } from './application/welcome-mails';
import { InvitationRepository } from './infrastructure/invitation.repository';
import { InvitationSchema } from './infrastructure/invitation.schema';

const SERVICES = [
  Counsellors,
  CounsellorEditor,
  CounsellorReader,
  InvitationMails,
  Invitations,
  MemberEditor,
  MemberReader,
];

/** Human calls, a higher context, provide WaitingHumanCalls. Global: signing in, a lower one, injects its ports. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([InvitationSchema]),
    AccountsModule,
    SignInModule,
    CarriersModule,
    MailModule,
  ],
  providers: [
    ...SERVICES,
    WelcomeMails,
    PublicOrigin,
    InvitationRepository,
    { provide: OpenInvitations, useClass: AcceptedInvitations },
    { provide: CallingAbility, useClass: MemberAbility },
  ],
  exports: [...SERVICES, OpenInvitations, CallingAbility],
})
export class CounsellorsModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts';
import { PublicOrigin } from '../platform/http/public-origin';
import { MailModule } from '../platform/mail/mail.module';
import { Attempts } from './application/attempts';
import { LinkMail } from './application/link-mail';
import { LoginLinks } from './application/login-links';
import { Logins } from './application/logins';
import { Sessions } from './application/sessions';
import { SetupLink } from './application/setup-link';
import { AttemptRepository } from './infrastructure/attempt.repository';
import { LinkRepository } from './infrastructure/link.repository';
import { LinkSchema } from './infrastructure/link.schema';
import { LoginRepository } from './infrastructure/login.repository';
import { PasswordRepository } from './infrastructure/password.repository';
import { PasswordSchema } from './infrastructure/password.schema';
import { SessionRepository } from './infrastructure/session.repository';
import { SessionSchema } from './infrastructure/session.schema';

const SERVICES = [
  Attempts,
  LinkMail,
  LoginLinks,
  Logins,
  Sessions,
  SetupLink,
  PasswordRepository,
  SessionRepository,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([LinkSchema, PasswordSchema, SessionSchema]),
    AccountsModule,
    MailModule,
  ],
  providers: [...SERVICES, PublicOrigin, AttemptRepository, LinkRepository, LoginRepository],
  exports: SERVICES,
})
export class SignInModule {}

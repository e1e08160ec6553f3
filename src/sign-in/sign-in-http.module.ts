import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { ForgottenPassword } from './application/forgotten-password';
import { KnownBrowsers } from './application/known-browsers';
import { LinkRedeeming } from './application/link-redeeming';
import { SessionReader } from './application/session-reader';
import { SessionUses } from './application/session-uses';
import { SetUp } from './application/set-up';
import { SignIn } from './application/sign-in.service';
import { ConfirmationGuard } from './http/confirmation.guard';
import { CrossOriginGuard } from './http/cross-origin.guard';
import { SessionController } from './http/session.controller';
import { SessionGuard } from './http/session.guard';
import { SignInController } from './http/sign-in.controller';
import { Visitors } from './http/visitors';
import { PasswordHash } from './infrastructure/password-hash';
import { SignInModule } from './sign-in.module';

export { ConfirmationGuard, CrossOriginGuard, SessionGuard };

@Module({
  imports: [AccountsModule, SignInModule],
  controllers: [SignInController, SessionController],
  providers: [
    ForgottenPassword,
    KnownBrowsers,
    LinkRedeeming,
    PasswordHash,
    SessionReader,
    SessionUses,
    SetUp,
    SignIn,
    Visitors,
    ConfirmationGuard,
    CrossOriginGuard,
    SessionGuard,
  ],
  exports: [ConfirmationGuard, CrossOriginGuard, SessionGuard],
})
export class SignInHttpModule {}

// Apart from sign-in.module.ts: controllers would add a third to the start time of commands.
import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { Sweeps } from '../platform/sweeps';
import type { ProcessRoles } from '../platform/config/process-roles';
import { ForgottenPassword } from './application/forgotten-password';
import { KnownBrowsers } from './application/known-browsers';
import { LinkRedeeming } from './application/link-redeeming';
import { PasswordChoice } from './application/password-choice';
import { SessionReader } from './application/session-reader';
import { SessionUses } from './application/session-uses';
import { SetUp } from './application/set-up';
import { SignIn } from './application/sign-in.service';
import { ConfirmationGuard } from './http/confirmation.guard';
import { CrossOriginGuard } from './http/cross-origin.guard';
import { SessionController } from './http/session.controller';
import { SessionGuard } from './http/session.guard';
import { LinksController } from './http/links.controller';
import { SignInController } from './http/sign-in.controller';
import { Visitors } from './http/visitors';
import { PasswordHash } from './infrastructure/password-hash';
import { SignInModule } from './sign-in.module';
import { Attempts } from './application/attempts';
import { LoginLinks } from './application/login-links';
import { Sessions } from './application/sessions';
import { MINUTE_MS } from '../platform/kernel/time/durations';

const BATCH_SIZE = 5_000;

export { ConfirmationGuard, CrossOriginGuard, SessionGuard };

@Module({
  imports: [AccountsModule, SignInModule],
  controllers: [SignInController, LinksController, SessionController],
  providers: [
    ForgottenPassword,
    KnownBrowsers,
    LinkRedeeming,
    PasswordChoice,
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
class SignInHttpModule {}

@Module({ imports: [SignInModule] })
class SignInWorkerModule implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly sessions: Sessions,
    private readonly links: LoginLinks,
    private readonly attempts: Attempts,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(10 * MINUTE_MS, 'sessions and links that are over', async () => {
      await this.sessions.forgetOver(BATCH_SIZE);
      await this.links.forgetExpired();
      while ((await this.attempts.forgetOld(BATCH_SIZE)) >= BATCH_SIZE);
    });
  }
}

export function signInModules({ console, worker }: ProcessRoles) {
  return [SignInModule, console && SignInHttpModule, worker && SignInWorkerModule];
}

import { Module, type OnModuleInit } from '@nestjs/common';
import { Sweeps } from '../platform/sweeps';
import { Attempts } from './application/attempts';
import { LoginLinks } from './application/login-links';
import { Sessions } from './application/sessions';
import { SignInModule } from './sign-in.module';

const INTERVAL_MS = 10 * 60_000;
const BATCH_SIZE = 5_000;

@Module({ imports: [SignInModule] })
export class SignInWorkerModule implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly sessions: Sessions,
    private readonly links: LoginLinks,
    private readonly attempts: Attempts,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(INTERVAL_MS, 'sessions and links that are over', async () => {
      await this.sessions.forgetOver(BATCH_SIZE);
      await this.links.forgetExpired();
      while ((await this.attempts.forgetOld(BATCH_SIZE)) >= BATCH_SIZE);
    });
  }
}

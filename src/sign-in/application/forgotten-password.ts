import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../platform/logging';
import { delay, REAL_TIMERS, type Timers } from '../../platform/kernel/time/timers';
import { PasswordRepository } from '../infrastructure/password.repository';
import { Attempts } from './attempts';
import { LinkMail } from './link-mail';
import { LoginLinks } from './login-links';
import type { Visitor } from './visitor';

/** Some servers refuse the first mail of an unknown sender. */
const RETRY_AFTER_MS = [5_000, 60_000];

/** Handles "Forgot your password?". Neither the response nor its time reveals whether an e-mail has a login. */
@Injectable()
export class ForgottenPassword {
  readonly #logger = new Logger(ForgottenPassword.name);

  constructor(
    private readonly passwords: PasswordRepository,
    private readonly attempts: Attempts,
    private readonly links: LoginLinks,
    private readonly mail: LinkMail,
  ) {}

  /** @throws RetryLater when too many came from the address */
  countRequest(visitor: Visitor): Promise<void> {
    return this.attempts.requestLink(visitor);
  }

  /** Mails a link if the e-mail has a login, at most three an hour. Runs after the response; never throws. */
  async send(email: string, timers: Timers = REAL_TIMERS): Promise<void> {
    try {
      const login = await this.passwords.findByEmail(email);
      if (!login || !(await this.attempts.mayMail(login.email, null))) return;
      const link = await this.links.make({ kind: 'forgotten', loginId: login.id, accountId: null });
      for (const waitMs of [...RETRY_AFTER_MS, null]) {
        const result = await this.mail.send(login, link, 'forgotten');
        if (result !== 'refused' || waitMs === null) return;
        await delay(timers, waitMs);
      }
    } catch (error) {
      this.#logger.warn(`a link for a forgotten password: ${errorText(error)}`);
    }
  }
}

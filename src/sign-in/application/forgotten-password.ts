import { Injectable, Logger } from '@nestjs/common';
import { describeError } from '../../platform/logging';
import { PasswordRepository } from '../infrastructure/password.repository';
import { Attempts } from './attempts';
import { LinkMail } from './link-mail';
import { LoginLinks } from './login-links';
import type { Visitor } from './visitor';

/** "Forgot your password?" The answer tells nobody whether an e-mail has a login, nor does its time. */
@Injectable()
export class ForgottenPassword {
  readonly #logger = new Logger(ForgottenPassword.name);

  constructor(
    private readonly passwords: PasswordRepository,
    private readonly attempts: Attempts,
    private readonly links: LoginLinks,
    private readonly mail: LinkMail,
  ) {}

  /** Counts the request. @throws RetryLater when too many came from the address */
  ask(visitor: Visitor): Promise<void> {
    return this.attempts.requestLink(visitor);
  }

  /** Mails a link if the e-mail has a login, at most three an hour. For after the answer; never throws. */
  async send(email: string): Promise<void> {
    try {
      const login = await this.passwords.findByEmail(email);
      if (!login || !(await this.attempts.mayMail(login.email))) return;
      const link = await this.links.make({ kind: 'forgotten', loginId: login.id, accountId: null });
      await this.mail.send(login, link, 'forgotten');
    } catch (error) {
      this.#logger.warn(`a link for a forgotten password: ${JSON.stringify(describeError(error))}`);
    }
  }
}

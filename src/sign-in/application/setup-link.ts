import { Injectable } from '@nestjs/common';
import { PasswordRepository } from '../infrastructure/password.repository';
import { LoginLinks, type MadeLink } from './login-links';

@Injectable()
export class SetupLink {
  constructor(
    private readonly passwords: PasswordRepository,
    private readonly links: LoginLinks,
  ) {}

  async isNeeded(): Promise<boolean> {
    return !(await this.passwords.any());
  }

  /** Ends every older link, of any process; null once a login has a password. */
  async make(): Promise<MadeLink | null> {
    return (await this.isNeeded())
      ? this.links.make({ kind: 'setup', loginId: null, accountId: null })
      : null;
  }
}

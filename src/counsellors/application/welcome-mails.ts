import { Injectable } from '@nestjs/common';
import { Accounts, People } from '../../accounts';
import { Config } from '../../platform/config/config';
import { PublicOrigin } from '../../platform/http/public-origin';
import { Mailer, type MailResult } from '../../platform/mail/mailer';
import { LoginLinks } from '../../sign-in';
import type { ClaimedMail } from '../infrastructure/invitation.repository';
import { welcomeMail } from './welcome-mail';

/** Writes the e-mail of an invitation and sends it. */
@Injectable()
export class WelcomeMails {
  constructor(
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly links: LoginLinks,
    private readonly origin: PublicOrigin,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  async send({ memberId, accountId }: ClaimedMail, token: string): Promise<MailResult> {
    const member = await this.people.members.find(accountId, memberId);
    // An accepted member needs no e-mail. Without SMTP it is still written to its file.
    const wanted = member?.status === 'invited' || (!this.mailer.delivers && member?.status === 'active');
    if (!member || !wanted) return { kind: 'kept' };
    const account = await this.accounts.get(accountId);
    return this.mailer.send(
      welcomeMail({
        memberId,
        name: member.name,
        email: member.email,
        accountName: account.name,
        roles: member.roles,
        link: await this.#linkOf(member, token),
      }),
    );
  }

  /** To the console, where choosing a password accepts; without it, to the page that only accepts. */
  async #linkOf(
    { loginId, accountId }: { loginId: string; accountId: string },
    token: string,
  ): Promise<string> {
    if (!this.config.console) return `${this.origin.value}/invitations/${token}`;
    return (await this.links.make({ kind: 'invitation', loginId, accountId }, token)).url;
  }
}

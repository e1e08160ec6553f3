import { Injectable } from '@nestjs/common';
import { People } from '../../accounts';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { listView, pageAfter } from '../../platform/http/answers/lists';
import { DomainError } from '../../platform/kernel/domain-error';
import { formatInstant } from '../../platform/kernel/instant';
import { Attempts, LinkMail, LoginLinks, Logins } from '../../sign-in';
import { memberNotFound } from '../domain/counsellor-errors';
import { Invitations } from './invitations';
import { memberView } from './member.view';

@Injectable()
export class MemberReader {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly people: People,
    private readonly invitations: Invitations,
    private readonly attempts: Attempts,
    private readonly logins: Logins,
    private readonly links: LoginLinks,
    private readonly mail: LinkMail,
  ) {}

  /** Newest first. @throws DomainError invalid_request for an unknown `after` */
  async list(accountId: string, limit: number, after: string | undefined) {
    const found = await this.people.members.page(accountId, limit + 1, after);
    const page = { rows: found, limit, startingAfter: after };
    const { rows, hasMore } = await pageAfter('member', page, (id) =>
      this.people.members.find(accountId, id),
    );
    const times = await this.logins.lastSignedIn(rows.map(({ loginId }) => loginId));
    return listView(
      rows.map((member) => memberView(member, times.get(member.loginId) ?? null)),
      hasMore,
    );
  }

  /** @throws DomainError not_found */
  async view(accountId: string, id: string) {
    const member = await this.people.members.find(accountId, id);
    if (!member) throw memberNotFound();
    const times = await this.logins.lastSignedIn([member.loginId]);
    return memberView(member, times.get(member.loginId) ?? null);
  }

  /**
   * A login of another account gets no link, which would let this admin in there. @throws DomainError not_found,
   * member_not_manageable
   */
  async link(accountId: string, id: string, send: boolean) {
    const member = await this.people.members.find(accountId, id);
    if (!member) throw memberNotFound();
    if (member.sharedLogin || member.status === 'inactive') {
      const why = member.sharedLogin
        ? 'The login of this member also belongs to another account: only the operator makes links for it.'
        : 'This member was removed: take them back first.';
      throw new DomainError('member_not_manageable', why);
    }
    const link = await this.links.make({ kind: 'given', loginId: member.loginId, accountId });
    const maySend = send && (await this.#countMail(accountId, member.email));
    const sent = maySend && (await this.mail.send(member, link, 'given')) === 'sent';
    return {
      object: 'login_link' as const,
      url: sent ? null : link.url,
      path: sent ? null : link.path,
      sent,
      expires_at: formatInstant(link.expiresAt),
    };
  }

  /** False when the account has had its e-mails of the day, or the login its links of the hour. */
  #countMail(accountId: string, email: string): Promise<boolean> {
    return this.unitOfWork.run(
      async () =>
        (await this.invitations.mayMail(accountId)) && (await this.attempts.mayMail(email, accountId)),
    );
  }
}

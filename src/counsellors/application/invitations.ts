import { Injectable } from '@nestjs/common';
import { hashToken } from '../../platform/tokens';
import { Accounts, People } from '../../accounts';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { localDay, startOfDay } from '../../platform/kernel/zoned-time';
import { Mailer } from '../../platform/mail/mailer';
import { LoginLinks } from '../../sign-in';
import { Counsellor } from '../domain/counsellor';
import { INVITATION_LIFETIME_MS, type InvitationPage, MAX_MAILS_PER_DAY, pageOf } from '../domain/invitation';
import { InvitationRepository } from '../infrastructure/invitation.repository';
import { FIRST_ATTEMPT_LEASE_MS } from './invitation-mails';

export interface ShownInvitation {
  readonly page: InvitationPage;
  readonly name: string;
  readonly accountName: string;
  readonly roles: readonly string[];
}

/** Makes, shows, accepts and closes invitations. `InvitationMails` sends their e-mails. */
@Injectable()
export class Invitations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly mailer: Mailer,
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly invitations: InvitationRepository,
    private readonly links: LoginLinks,
  ) {}

  /** SMTP is set. Only then new members become invited. */
  get delivers(): boolean {
    return this.mailer.delivers;
  }

  async make(accountId: string, memberId: string): Promise<boolean> {
    const now = this.clock.now();
    const sends = await this.mayMail(accountId);
    const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS);
    const dueAt = sends ? new Date(now.getTime() + FIRST_ATTEMPT_LEASE_MS) : null;
    await this.invitations.insert(memberId, now, expiresAt, dueAt);
    return sends;
  }

  /** Locks the count of the account's local day until the end of the transaction. */
  async mayMail(accountId: string): Promise<boolean> {
    const { timezone } = await this.accounts.get(accountId);
    const since = startOfDay(localDay(this.clock.now(), timezone), timezone);
    await this.people.members.lockAccount(accountId);
    return (await this.invitations.mailsSince(accountId, since)) < MAX_MAILS_PER_DAY;
  }

  /** In the current transaction; the link stops working. */
  async close(
    member: { readonly id: string; readonly loginId: string },
    state: 'accepted' | 'revoked',
  ): Promise<boolean> {
    await this.links.end(member.loginId, 'invitation');
    return this.invitations.close(member.id, state);
  }

  /** Changes nothing, because mail scanners follow links. */
  async show(token: string): Promise<ShownInvitation> {
    const invitation = await this.invitations.findByToken(hashToken(token));
    const page = pageOf(invitation, this.clock.now());
    if (!invitation || page === 'gone') return { page: 'gone', name: '', accountName: '', roles: [] };
    const { accountId, memberId } = invitation;
    const [account, member] = [
      await this.accounts.get(accountId),
      await this.people.members.find(accountId, memberId),
    ];
    return { page, name: member?.name ?? '', accountName: account.name, roles: member?.roles ?? [] };
  }

  /** Handles the page's button: invited → active. Idempotent. */
  async accept(token: string): Promise<ShownInvitation> {
    await this.unitOfWork.run(async () => {
      const found = await this.invitations.findByToken(hashToken(token));
      const member = found && (await this.people.members.lock(found.accountId, found.memberId));
      // Checked again under the lock: a deactivation may have revoked it.
      const invitation = member && (await this.invitations.findByToken(hashToken(token)));
      if (!member || pageOf(invitation, this.clock.now()) !== 'open') return;
      const counsellor = new Counsellor(member);
      if (counsellor.accept()) await this.people.members.save(counsellor.state);
      await this.close(member, 'accepted');
    });
    return this.show(token);
  }
}

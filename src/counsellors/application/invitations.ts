import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { hashToken } from '../../platform/token-hash';
import { Accounts, People } from '../../accounts';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { PublicOrigin } from '../../platform/http/public-origin';
import { describeError } from '../../platform/logging';
import { localDay, startOfDay } from '../../platform/kernel/zoned-time';
import { Mailer, type MailResult } from '../../platform/mail/mailer';
import { withTimeout } from '../../platform/within';
import { LoginLinks } from '../../sign-in';
import { Counsellor } from '../domain/counsellor';
import {
  INVITATION_LIFETIME_MS,
  type InvitationPage,
  MAX_MAILS_PER_DAY,
  nextMailAt,
  pageOf,
} from '../domain/invitation';
import {
  type ClaimedMail,
  InvitationRepository,
  type MailOutcome,
} from '../infrastructure/invitation.repository';
import { welcomeMail } from './welcome-mail';

const SEND_TIMEOUT_MS = 5_000;
/** Longer than any SMTP session: a process that is silent for longer is presumed dead. */
const LEASE_MS = 15 * 60_000;
const POLL_INTERVAL_MS = 100;
/** The first try belongs to the request for this time; then the sweep retries it. */
const FIRST_ATTEMPT_LEASE_MS = 10_000;

export interface ShownInvitation {
  readonly page: InvitationPage;
  readonly name: string;
  readonly accountName: string;
  readonly roles: readonly string[];
}

/** Manages invitations and their one e-mail: sent after the commit, retried for 24 hours, never sent twice. */
@Injectable()
export class Invitations {
  readonly #logger = new Logger(Invitations.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly mailer: Mailer,
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly invitations: InvitationRepository,
    private readonly origin: PublicOrigin,
    private readonly links: LoginLinks,
    @Inject(CONFIG) private readonly config: Config,
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

  /** True when the server accepted the e-mail within 5 s; a slower try continues in the background. Never throws. */
  async sendFirst(memberId: string): Promise<boolean> {
    // With DISPATCH=off a later try sends it (R218).
    const sent =
      this.config.dispatch &&
      (await withTimeout(SEND_TIMEOUT_MS, this.#try(memberId, FIRST_ATTEMPT_LEASE_MS), () => false));
    await this.invitations
      .storeFirstResult(memberId, sent)
      .catch((error: unknown) => this.#warn(memberId, error));
    return sent;
  }

  /** For a replay. A replay that arrives during the first try waits for it. */
  async firstResult(memberId: string): Promise<boolean> {
    for (let waited = 0; waited <= SEND_TIMEOUT_MS; waited += POLL_INTERVAL_MS) {
      const stored = await this.invitations.firstResult(memberId);
      if (stored !== null) return stored;
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
    return false;
  }

  /** If a try is due; true when a server accepted the e-mail. Never throws. */
  async send(memberId: string): Promise<boolean> {
    if (!this.config.dispatch) return false;
    return this.#try(memberId, 0);
  }

  async due(limit: number): Promise<string[]> {
    return !this.config.dispatch ? [] : this.invitations.due(this.clock.now(), limit);
  }

  giveUpAbandoned(): Promise<number> {
    return this.invitations.giveUpAbandoned(this.clock.now());
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

  /** By the page's button: invited → active. Idempotent. */
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

  async #try(memberId: string, dueWithinMs: number): Promise<boolean> {
    const token = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    try {
      const mail = await this.invitations.claimMail(memberId, hashToken(token), {
        dueBy: new Date(now.getTime() + dueWithinMs),
        leaseUntil: new Date(now.getTime() + LEASE_MS),
      });
      if (!mail) return false;
      const result = await this.#deliver(mail, token);
      await this.invitations.endTry(memberId, this.#outcomeOf(mail, result));
      return result.kind === 'sent';
    } catch (error) {
      this.#warn(memberId, error);
      return false;
    }
  }

  async #deliver({ memberId, accountId }: ClaimedMail, token: string): Promise<MailResult> {
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

  #outcomeOf({ memberId, createdAt, attempts }: ClaimedMail, result: MailResult): MailOutcome {
    if (result.kind === 'sent' || result.kind === 'kept') return { state: result.kind, dueAt: null };
    const dueAt = result.kind === 'refused' ? nextMailAt(createdAt, attempts, this.clock.now()) : null;
    this.#logger.warn(
      `the welcome e-mail of ${memberId}, try ${attempts}: ${result.reason}; ${dueAt ? 'it is tried again' : 'given up'}`,
    );
    return { state: dueAt ? 'waiting' : 'given_up', dueAt };
  }

  #warn(memberId: string, error: unknown): void {
    this.#logger.warn(`the welcome e-mail of ${memberId}: ${JSON.stringify(describeError(error))}`);
  }
}

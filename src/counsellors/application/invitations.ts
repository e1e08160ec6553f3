import { createHash, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Accounts, People } from '../../accounts';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { PublicOrigin } from '../../platform/http/public-origin';
import { describeError } from '../../platform/logging';
import { localDay, startOfDay } from '../../platform/kernel/zoned-time';
import { Mailer, type MailResult } from '../../platform/mail/mailer';
import { Counsellor } from '../domain/counsellor';
import { INVITATION_MS, type InvitationPage, MAILS_A_DAY, nextMailAt, pageOf } from '../domain/invitation';
import {
  type ClaimedMail,
  InvitationRepository,
  type MailOutcome,
} from '../infrastructure/invitation.repository';
import { welcomeMail } from './welcome-mail';

/** The request that invites waits so long for the mail server. */
const PATIENCE_MS = 5_000;
/** Longer than any talk with a mail server: whoever is silent for so long has died over it. */
const LEASE_MS = 15 * 60_000;
const LOOK_EVERY_MS = 100;
/** So long the first try is the request's own; then the sweep takes it. */
const FIRST_TRY_MS = 10_000;

/** What the page of a link shows. */
export interface ShownInvitation {
  readonly page: InvitationPage;
  readonly name: string;
  readonly accountName: string;
}

/** Invitations and their one e-mail: sent after the commit, tried again for 24 hours, never sent twice. */
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
  ) {}

  /** "invited when a new login was made, a welcome e-mail was wanted and SMTP is set". */
  get delivers(): boolean {
    return this.mailer.delivers;
  }

  /** Invites a member, in the current transaction. False when the account has had its e-mails of the day: none is sent. */
  async make(accountId: string, memberId: string): Promise<boolean> {
    const now = this.clock.now();
    const { timezone } = await this.accounts.get(accountId);
    const since = startOfDay(localDay(now, timezone), timezone);
    const sends = (await this.invitations.mailsSince(accountId, since)) < MAILS_A_DAY;
    const expiresAt = new Date(now.getTime() + INVITATION_MS);
    const dueAt = sends ? new Date(now.getTime() + FIRST_TRY_MS) : null;
    await this.invitations.insert(memberId, now, expiresAt, dueAt);
    return sends;
  }

  /** Ends an open invitation, in the current transaction; its link works no more. */
  async close(memberId: string, state: 'accepted' | 'revoked'): Promise<boolean> {
    return this.invitations.close(memberId, state);
  }

  /** The first try. True when "the server took it within 5 s"; a slow one goes on in the background. Never throws. */
  async sendFirst(memberId: string): Promise<boolean> {
    const sent = await within(PATIENCE_MS, this.#try(memberId, FIRST_TRY_MS));
    await this.invitations.tell(memberId, sent).catch((error: unknown) => {
      this.#warn(memberId, error);
    });
    return sent;
  }

  /** What the first answer said, for a replay of it; one that comes meanwhile waits for it. */
  async toldFirst(memberId: string): Promise<boolean> {
    for (let waited = 0; waited <= PATIENCE_MS; waited += LOOK_EVERY_MS) {
      const told = await this.invitations.told(memberId);
      if (told !== null) return told;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return false;
  }

  /** One try, if one is due; true when a server took the e-mail. Never throws. */
  send(memberId: string): Promise<boolean> {
    return this.#try(memberId, 0);
  }

  /** Members whose e-mail is due. */
  due(limit: number): Promise<string[]> {
    return this.invitations.due(this.clock.now(), limit);
  }

  giveUpAbandoned(): Promise<number> {
    return this.invitations.giveUpAbandoned(this.clock.now());
  }

  /** What a link leads to. Changes nothing: "mail scanners follow links". */
  async show(token: string): Promise<ShownInvitation> {
    const invitation = await this.invitations.findByToken(hashOf(token));
    const page = pageOf(invitation, this.clock.now());
    if (!invitation || page === 'gone') return { page: 'gone', name: '', accountName: '' };
    const { accountId, memberId } = invitation;
    const [account, member] = [
      await this.accounts.get(accountId),
      await this.people.members.find(accountId, memberId),
    ];
    return { page, name: member?.name ?? '', accountName: account.name };
  }

  /** The button of the page: invited → active. A second time shows that it was accepted. */
  async accept(token: string): Promise<ShownInvitation> {
    await this.unitOfWork.run(async () => {
      const found = await this.invitations.findByToken(hashOf(token));
      const member = found && (await this.people.members.lock(found.accountId, found.memberId));
      // Judged again under the lock: a deactivation may have revoked it.
      const invitation = member && (await this.invitations.findByToken(hashOf(token)));
      if (!member || pageOf(invitation, this.clock.now()) !== 'open') return;
      const counsellor = new Counsellor(member);
      if (counsellor.accept()) await this.people.members.save(counsellor.state);
      await this.close(member.id, 'accepted');
    });
    return this.show(token);
  }

  async #try(memberId: string, dueWithinMs: number): Promise<boolean> {
    const token = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    try {
      const mail = await this.invitations.claimMail(memberId, hashOf(token), {
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
    // Who was accepted meanwhile needs no e-mail; one that only ends in a file is written all the same.
    const wanted = member?.status === 'invited' || (!this.mailer.delivers && member?.status === 'active');
    if (!member || !wanted) return { kind: 'kept' };
    const account = await this.accounts.get(accountId);
    return this.mailer.send(
      welcomeMail({
        memberId,
        name: member.name,
        email: member.email,
        accountName: account.name,
        link: `${this.origin.value}/invitations/${token}`,
      }),
    );
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

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What `work` comes to within some time, else false. */
async function within(ms: number, work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { errorText } from '../../platform/logging';
import type { MailResult } from '../../platform/mail/mailer';
import { hashToken, newToken } from '../../platform/tokens';
import { withTimeout } from '../../platform/kernel/time/timeout';
import { nextMailAt } from '../domain/invitation';
import {
  type ClaimedMail,
  InvitationRepository,
  type MailOutcome,
} from '../infrastructure/invitation.repository';
import { WelcomeMails } from './welcome-mails';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

const SEND_TIMEOUT_MS = 5_000;
/** Longer than any SMTP session: a process that is silent for longer is presumed dead. */
const LEASE_MS = 15 * MINUTE_MS;
const POLL_INTERVAL_MS = 100;
/** The first try belongs to the request for this time; then the sweep retries it. */
export const FIRST_ATTEMPT_LEASE_MS = 10_000;

/** The one e-mail of an invitation: sent after the commit, retried for 24 hours, never sent twice. */
@Injectable()
export class InvitationMails {
  readonly #logger = new Logger(InvitationMails.name);

  constructor(
    private readonly clock: Clock,
    private readonly invitations: InvitationRepository,
    private readonly mails: WelcomeMails,
    private readonly config: Config,
  ) {}

  /** True when the server accepted the e-mail within 5 s; a slower try continues in the background. Never throws. */
  async sendFirst(memberId: string, isReplay: boolean): Promise<boolean> {
    if (isReplay) return this.#firstResult(memberId);
    // With DISPATCH=off a later try sends it (R218).
    const sent =
      this.config.dispatch &&
      (await withTimeout(SEND_TIMEOUT_MS, this.#try(memberId, FIRST_ATTEMPT_LEASE_MS), () => false));
    await this.invitations
      .storeFirstResult(memberId, sent)
      .catch((error: unknown) => this.#warn(memberId, error));
    return sent;
  }

  /** The result for a replay. A replay that arrives during the first try waits for it. */
  async #firstResult(memberId: string): Promise<boolean> {
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

  async #try(memberId: string, dueWithinMs: number): Promise<boolean> {
    const token = newToken();
    const now = this.clock.now();
    try {
      const mail = await this.invitations.claimMail(memberId, hashToken(token), {
        dueBy: new Date(now.getTime() + dueWithinMs),
        leaseUntil: new Date(now.getTime() + LEASE_MS),
      });
      if (!mail) return false;
      const result = await this.mails.send(mail, token);
      await this.invitations.endTry(memberId, this.#outcomeOf(mail, result));
      return result.kind === 'sent';
    } catch (error) {
      this.#warn(memberId, error);
      return false;
    }
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
    this.#logger.warn(`the welcome e-mail of ${memberId}: ${errorText(error)}`);
  }
}

import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { Invitation } from '../domain/invitation';
import { InvitationSchema } from './invitation.schema';

export interface ClaimedMail {
  readonly memberId: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly attempts: number;
}

export interface MailOutcome {
  readonly state: 'waiting' | 'sent' | 'kept' | 'given_up';
  readonly dueAt: Date | null;
}

const INVITATION = `i.membership_id AS "memberId", m.account_id AS "accountId", i.state, i.created_at AS "createdAt",
  i.expires_at AS "expiresAt"`;
const FROM = 'FROM invitations i JOIN members_for_invitations m ON m.id = i.membership_id';

@Injectable()
export class InvitationRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** `mailDueAt` is null when no e-mail is ever to be sent. */
  async insert(memberId: string, createdAt: Date, expiresAt: Date, mailDueAt: Date | null): Promise<void> {
    const mail = { mailState: mailDueAt ? 'waiting' : 'given_up', mailDueAt, mailAttempts: 0 } as const;
    const none = { tokenHash: null, firstSent: null };
    const invitation = { memberId, state: 'open', createdAt, expiresAt, ...mail, ...none } as const;
    await this.unitOfWork.insert(InvitationSchema, invitation);
  }

  /** Without e-mails given up before a try. Lock the account first: two requests must not both use the last one. */
  async mailsSince(accountId: string, since: Date): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(
      `SELECT (SELECT count(*) ${FROM} WHERE m.account_id = $1 AND i.created_at >= $2
           AND NOT (i.mail_state = 'given_up' AND i.mail_attempts = 0))::int
         + (SELECT count(*) FROM mails_for_invitations WHERE account_id = $1 AND at >= $2)::int AS count`,
      [accountId, since],
    );
    return row?.count ?? 0;
  }

  /** Stores the hash of the link's token; null when no try is due or another process has it. */
  claimMail(
    memberId: string,
    tokenHash: Buffer,
    { dueBy, leaseUntil }: { readonly dueBy: Date; readonly leaseUntil: Date },
  ): Promise<ClaimedMail | null> {
    return this.unitOfWork.row<ClaimedMail>(
      `UPDATE invitations i SET mail_state = 'sending', mail_due_at = $4, mail_attempts = mail_attempts + 1, token_hash = $2
       FROM members_for_invitations m
       WHERE m.id = i.membership_id AND i.membership_id = $1 AND i.state = 'open' AND i.mail_state = 'waiting'
         AND i.mail_due_at <= $3
       RETURNING i.membership_id AS "memberId", m.account_id AS "accountId", i.created_at AS "createdAt",
         i.mail_attempts AS attempts`,
      [memberId, tokenHash, dueBy, leaseUntil],
    );
  }

  async endTry(memberId: string, { state, dueAt }: MailOutcome): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE invitations SET mail_state = $2, mail_due_at = $3 WHERE membership_id = $1 AND mail_state = 'sending'`,
      [memberId, state, dueAt],
    );
  }

  /** Ends tries whose process died. The server may have accepted the e-mail, so it is not sent again. */
  async giveUpAbandoned(now: Date): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE invitations SET mail_state = 'given_up', mail_due_at = NULL WHERE mail_state = 'sending' AND mail_due_at <= $1`,
      [now],
    );
  }

  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ id: string }>(
      `SELECT membership_id AS id FROM invitations WHERE mail_due_at <= $1 AND mail_state = 'waiting' AND state = 'open'
       ORDER BY mail_due_at LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  async storeFirstResult(memberId: string, firstSent: boolean): Promise<void> {
    await this.unitOfWork.update(InvitationSchema, { memberId, firstSent: IsNull() }, { firstSent });
  }

  async firstResult(memberId: string): Promise<boolean | null> {
    const invitation = await this.unitOfWork.repository(InvitationSchema).findOneBy({ memberId });
    return invitation?.firstSent ?? null;
  }

  findByToken(tokenHash: Buffer): Promise<Invitation | null> {
    return this.unitOfWork.row<Invitation>(`SELECT ${INVITATION} ${FROM} WHERE i.token_hash = $1`, [
      tokenHash,
    ]);
  }

  async close(memberId: string, state: 'accepted' | 'revoked'): Promise<boolean> {
    const closed = await this.unitOfWork.affected(
      `UPDATE invitations SET state = $2,
         mail_due_at = CASE WHEN mail_state = 'sending' THEN mail_due_at END,
         mail_state = CASE WHEN mail_state = 'waiting' THEN 'given_up' ELSE mail_state END
       WHERE membership_id = $1 AND state = 'open'`,
      [memberId, state],
    );
    return closed === 1;
  }
}

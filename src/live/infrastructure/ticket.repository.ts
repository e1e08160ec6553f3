import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export type LiveSubject = 'voice_test' | 'call' | 'human_call';

export interface TicketRow {
  readonly subjectKind: LiveSubject;
  readonly subjectId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

@Injectable()
export class TicketRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(
    hash: string,
    { subjectKind, subjectId, accountId, sessionId, expiresAt }: TicketRow,
  ): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO live_tickets (hash, what, subject_id, account_id, session_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [hash, subjectKind, subjectId, accountId, sessionId, expiresAt],
    );
  }

  /**
   * When two requests have the same ticket, the first one deletes it. @returns the account; null: the ticket is not
   * valid
   */
  async redeem(
    hash: string,
    { subjectKind, subjectId, sessionId }: Omit<TicketRow, 'accountId' | 'expiresAt'>,
    now: Date,
  ): Promise<string | null> {
    const row = await this.unitOfWork.row<{ accountId: string }>(
      `DELETE FROM live_tickets
       WHERE hash = $1 AND what = $2 AND subject_id = $3 AND session_id = $4 AND expires_at > $5
       RETURNING account_id AS "accountId"`,
      [hash, subjectKind, subjectId, sessionId, now],
    );
    return row?.accountId ?? null;
  }

  async forgetExpired(now: Date): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM live_tickets WHERE expires_at < $1', [now]);
  }
}

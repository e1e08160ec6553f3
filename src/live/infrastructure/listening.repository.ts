import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export interface ListenSession {
  readonly id: string;
  readonly accountId: string;
  readonly subjectKind: 'call' | 'human_call';
  readonly callId: string;
  readonly loginId: string;
  readonly loginName: string;
  readonly loginEmail: string;
  readonly address: string | null;
  /** The media process that has the audio. */
  readonly host: string;
  readonly beganAt: Date;
  readonly heartbeatAt: Date;
}

const COLUMNS = `id, account_id AS "accountId", what AS "subjectKind", call_id AS "callId", login_id AS "loginId",
  login_name AS "loginName", login_email AS "loginEmail", address, host, began_at AS "beganAt",
  heartbeat_at AS "heartbeatAt"`;

/** The current listeners of calls. */
@Injectable()
export class ListeningRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(listening: Omit<ListenSession, 'heartbeatAt'>): Promise<void> {
    const { id, accountId, subjectKind, callId, loginId, loginName, loginEmail, address, host, beganAt } =
      listening;
    await this.unitOfWork.affected(
      `INSERT INTO listenings (id, account_id, what, call_id, login_id, login_name, login_email, address, host,
         began_at, heartbeat_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [id, accountId, subjectKind, callId, loginId, loginName, loginEmail, address, host, beganAt],
    );
  }

  /** @returns the ids that are still there */
  async beat(ids: readonly string[], now: Date): Promise<Set<string>> {
    const rows = await this.unitOfWork.rows<{ id: string }>(
      'UPDATE listenings SET heartbeat_at = $2 WHERE id = ANY ($1) RETURNING id',
      [ids, now],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** null: another process has removed it, or its host has beaten since. */
  remove(id: string, silentSince: Date | null): Promise<ListenSession | null> {
    return this.unitOfWork.row<ListenSession>(
      `DELETE FROM listenings WHERE id = $1 AND ($2::timestamptz IS NULL OR heartbeat_at < $2) RETURNING ${COLUMNS}`,
      [id, silentSince],
    );
  }

  /** Ids of those whose host has not beaten since. */
  async silent(before: Date): Promise<string[]> {
    const rows = await this.unitOfWork.rows<{ id: string }>(
      'SELECT id FROM listenings WHERE heartbeat_at < $1 LIMIT 100',
      [before],
    );
    return rows.map(({ id }) => id);
  }

  async counts(callId: string, host: string): Promise<{ ofCall: number; ofProcess: number }> {
    const row = await this.unitOfWork.row<{ ofCall: number; ofProcess: number }>(
      `SELECT count(*) FILTER (WHERE call_id = $1)::int AS "ofCall", count(*) FILTER (WHERE host = $2)::int AS "ofProcess"
       FROM listenings WHERE call_id = $1 OR host = $2`,
      [callId, host],
    );
    return row ?? { ofCall: 0, ofProcess: 0 };
  }

  hasListener(accountId: string, callId: string): Promise<boolean> {
    return this.unitOfWork.exists('SELECT FROM listenings WHERE call_id = $2 AND account_id = $1 LIMIT 1', [
      accountId,
      callId,
    ]);
  }
}

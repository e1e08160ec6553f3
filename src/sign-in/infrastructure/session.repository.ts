import { Injectable } from '@nestjs/common';
import { MoreThan, Not } from 'typeorm';
import { among } from '../../platform/database/among';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { SessionSchema, type SessionState } from './session.schema';

export interface OwnMembership {
  readonly memberId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly timezone: string;
  readonly countries: readonly string[] | null;
  readonly listening: string;
  readonly roles: readonly string[];
}

export interface SessionInUse extends SessionState {
  readonly name: string;
  readonly email: string;
  readonly mobileNumber: string | null;
  /** Active ones, the oldest first. */
  readonly memberships: readonly OwnMembership[];
}

export interface SessionBounds {
  readonly usedSince: Date;
  readonly begunSince: Date;
}

const COLUMNS = `s.id, s.login_id AS "loginId", s.address, s.browser, s.signed_in_at AS "signedInAt",
  s.confirmed_at AS "confirmedAt", s.last_used_at AS "lastUsedAt"`;
const WORKS = 's.last_used_at > $2 AND s.signed_in_at > $3';

const IN_USE = `SELECT ${COLUMNS}, l.name, l.email, l.mobile_number AS "mobileNumber",
    coalesce((
      SELECT json_agg(json_build_object('memberId', a.member_id, 'accountId', a.id, 'accountName', a.name,
        'timezone', a.timezone, 'countries', a.countries, 'listening', a.listening, 'roles', a.roles) ORDER BY a.created_at, a.member_id)
      FROM accounts_for_sign_in a WHERE a.login_id = s.login_id), '[]'::json) AS memberships
  FROM sessions s JOIN logins_for_sign_in l ON l.id = s.login_id`;

@Injectable()
export class SessionRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  insert(session: SessionState, tokenHash: Buffer): Promise<void> {
    return this.unitOfWork.insert(SessionSchema, { ...session, tokenHash });
  }

  /** Read with every request and never cached, with the person as they are now. */
  inUse(tokenHash: Buffer, { usedSince, begunSince }: SessionBounds): Promise<SessionInUse | null> {
    return this.unitOfWork.row<SessionInUse>(`${IN_USE} WHERE s.token_hash = $1 AND ${WORKS}`, [
      tokenHash,
      usedSince,
      begunSince,
    ]);
  }

  find(id: string, { usedSince, begunSince }: SessionBounds): Promise<SessionInUse | null> {
    return this.unitOfWork.row<SessionInUse>(`${IN_USE} WHERE s.id = $1 AND ${WORKS}`, [
      id,
      usedSince,
      begunSince,
    ]);
  }

  list(loginId: string, { usedSince, begunSince }: SessionBounds): Promise<SessionState[]> {
    return this.unitOfWork.repository(SessionSchema).find({
      where: { loginId, lastUsedAt: MoreThan(usedSince), signedInAt: MoreThan(begunSince) },
      order: { lastUsedAt: 'DESC', id: 'DESC' },
    });
  }

  async confirm(id: string, now: Date): Promise<void> {
    await this.unitOfWork.update(SessionSchema, { id }, { confirmedAt: now });
  }

  async end(loginId: string, id: string): Promise<boolean> {
    return (await this.unitOfWork.delete(SessionSchema, { loginId, id })) === 1;
  }

  endOthers(loginId: string, spared: string | null): Promise<number> {
    return this.unitOfWork.delete(SessionSchema, { loginId, ...(spared !== null && { id: Not(spared) }) });
  }

  async endBeyond(loginId: string, most: number): Promise<void> {
    await this.unitOfWork.affected(
      `DELETE FROM sessions WHERE id IN (
         SELECT id FROM sessions WHERE login_id = $1 ORDER BY last_used_at DESC, id DESC OFFSET $2)`,
      [loginId, most],
    );
  }

  async recordUses(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE sessions SET last_used_at = used.at
       FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
       WHERE sessions.id = used.id AND ${among('sessions.id', '$1')} AND last_used_at < used.at`,
      [[...uses.keys()], [...uses.values()]],
    );
  }

  async forget({ usedSince, begunSince }: SessionBounds, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM sessions WHERE id IN (
         SELECT id FROM sessions WHERE last_used_at <= $1 OR signed_in_at <= $2 LIMIT $3 FOR UPDATE SKIP LOCKED)`,
      [usedSince, begunSince, limit],
    );
  }

  async forgetRates(): Promise<void> {
    await this.unitOfWork.affected(
      `DELETE FROM rate_logs r WHERE r.key_id LIKE 'ses\\_%'
         AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = r.key_id)`,
    );
  }
}

import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { LinkKind } from '../domain/one-time-link';

export interface LinkState {
  readonly id: string;
  readonly kind: LinkKind;
  readonly tokenHash: Buffer;
  readonly loginId: string | null;
  readonly accountId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const COLUMNS = `id, kind, token_hash AS "tokenHash", login_id AS "loginId", account_id AS "accountId",
  created_at AS "createdAt", expires_at AS "expiresAt"`;

@Injectable()
export class LinkRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async put(link: LinkState): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO login_links (id, kind, token_hash, login_id, account_id, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (kind, coalesce(login_id, '')) DO UPDATE SET id = excluded.id, token_hash = excluded.token_hash,
         account_id = excluded.account_id, created_at = excluded.created_at, expires_at = excluded.expires_at, refusals = 0`,
      [link.id, link.kind, link.tokenHash, link.loginId, link.accountId, link.createdAt, link.expiresAt],
    );
  }

  async find(tokenHash: Buffer, now: Date): Promise<LinkState | null> {
    const row = await this.unitOfWork.row<LinkState>(
      `SELECT ${COLUMNS} FROM login_links WHERE token_hash = $1 AND expires_at > $2`,
      [tokenHash, now],
    );
    return row ?? null;
  }

  /** Null when another request has used it up, or it does not work any more. */
  async useUp(tokenHash: Buffer, now: Date): Promise<LinkState | null> {
    const row = await this.unitOfWork.row<LinkState>(
      `DELETE FROM login_links WHERE token_hash = $1 AND expires_at > $2 RETURNING ${COLUMNS}`,
      [tokenHash, now],
    );
    return row ?? null;
  }

  /** The last of `most` refused attempts ends the link. */
  async refuse(id: string, most: number): Promise<void> {
    await this.unitOfWork.affected('UPDATE login_links SET refusals = refusals + 1 WHERE id = $1', [id]);
    await this.unitOfWork.affected('DELETE FROM login_links WHERE id = $1 AND refusals >= $2', [id, most]);
  }

  async end(loginId: string, kind: LinkKind | null): Promise<void> {
    await this.unitOfWork.affected(
      'DELETE FROM login_links WHERE login_id = $1 AND ($2::text IS NULL OR kind = $2)',
      [loginId, kind],
    );
  }

  async endSetup(): Promise<void> {
    await this.unitOfWork.affected("DELETE FROM login_links WHERE kind = 'setup'");
  }

  async forget(now: Date): Promise<number> {
    return this.unitOfWork.affected('DELETE FROM login_links WHERE expires_at <= $1', [now]);
  }
}

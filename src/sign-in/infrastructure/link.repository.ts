import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { LinkKind } from '../domain/one-time-link';
import { LinkSchema, type LinkState } from './link.schema';

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

  find(tokenHash: Buffer, now: Date): Promise<LinkState | null> {
    return this.unitOfWork.repository(LinkSchema).findOneBy({ tokenHash, expiresAt: MoreThan(now) });
  }

  /** False when another request has used it up, or it does not work any more. */
  async useUp(tokenHash: Buffer, now: Date): Promise<boolean> {
    return (await this.unitOfWork.delete(LinkSchema, { tokenHash, expiresAt: MoreThan(now) })) === 1;
  }

  /** The last of `most` refused attempts ends the link. */
  async refuse(id: string, most: number): Promise<void> {
    await this.unitOfWork.affected('UPDATE login_links SET refusals = refusals + 1 WHERE id = $1', [id]);
    await this.unitOfWork.affected('DELETE FROM login_links WHERE id = $1 AND refusals >= $2', [id, most]);
  }

  async end(loginId: string, kind: LinkKind | null): Promise<void> {
    await this.unitOfWork.delete(LinkSchema, { loginId, ...(kind && { kind }) });
  }

  async endSetup(): Promise<void> {
    await this.unitOfWork.delete(LinkSchema, { kind: 'setup' });
  }

  forget(now: Date): Promise<number> {
    return this.unitOfWork.delete(LinkSchema, { expiresAt: LessThanOrEqual(now) });
  }
}

import { Injectable } from '@nestjs/common';
import { People } from '../../accounts';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { foldCase } from '../../platform/kernel/text';
import { passwordVersion } from './password-hash';

export interface LoginWithHash {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly hash: string | null;
}

const LOGIN = `SELECT l.id, l.email, l.name, p.hash
  FROM logins_for_sign_in l LEFT JOIN login_passwords p ON p.login_id = l.id`;

@Injectable()
export class PasswordRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly people: People,
  ) {}

  async findByEmail(email: string): Promise<LoginWithHash | null> {
    return (
      (await this.unitOfWork.row<LoginWithHash>(`${LOGIN} WHERE l.email_folded = $1`, [foldCase(email)])) ??
      null
    );
  }

  async find(loginId: string): Promise<LoginWithHash | null> {
    return (await this.unitOfWork.row<LoginWithHash>(`${LOGIN} WHERE l.id = $1`, [loginId])) ?? null;
  }

  /** True while the login has this hash, which is locked until the end of the transaction, after the login. */
  async lockIfUnchanged(loginId: string, hash: string | null): Promise<boolean> {
    await this.people.members.keyShareLogin(loginId);
    const row = await this.unitOfWork.row<{ hash: string }>(
      'SELECT hash FROM login_passwords WHERE login_id = $1 FOR NO KEY UPDATE',
      [loginId],
    );
    return row !== undefined && row.hash === hash;
  }

  async any(): Promise<boolean> {
    const row = await this.unitOfWork.row<{ any: boolean }>(
      'SELECT EXISTS (SELECT FROM login_passwords) AS any',
    );
    return row?.any ?? false;
  }

  async set(loginId: string, hash: string, now: Date): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO login_passwords (login_id, hash, set_at) VALUES ($1, $2, $3)
       ON CONFLICT (login_id) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at`,
      [loginId, hash, now],
    );
  }

  async remove(loginId: string): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM login_passwords WHERE login_id = $1', [loginId]);
  }

  /** Returns the version of the password; empty without one. */
  async signedIn(loginId: string, now: Date): Promise<string> {
    this.unitOfWork.noteWrite();
    const row = await this.unitOfWork.row<{ hash: string }>(
      'UPDATE login_passwords SET last_signed_in_at = $2 WHERE login_id = $1 RETURNING hash',
      [loginId, now],
    );
    return row ? passwordVersion(row.hash) : '';
  }
}

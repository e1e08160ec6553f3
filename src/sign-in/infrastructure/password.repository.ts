import { Injectable } from '@nestjs/common';
import { People } from '../../accounts';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { foldCase } from '../../platform/kernel/text';
import { passwordVersion } from './password-hash';
import { PasswordSchema } from './password.schema';

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

  findByEmail(email: string): Promise<LoginWithHash | null> {
    return this.unitOfWork.row<LoginWithHash>(`${LOGIN} WHERE l.email_folded = $1`, [foldCase(email)]);
  }

  find(loginId: string): Promise<LoginWithHash | null> {
    return this.unitOfWork.row<LoginWithHash>(`${LOGIN} WHERE l.id = $1`, [loginId]);
  }

  /** True while the login has this hash, which is locked until the end of the transaction, after the login. */
  async lockIfUnchanged(loginId: string, hash: string | null): Promise<boolean> {
    await this.people.members.keyShareLogin(loginId);
    const password = await this.#passwords.findOne({
      where: { loginId },
      lock: { mode: 'for_no_key_update' },
    });
    return password !== null && password.hash === hash;
  }

  any(): Promise<boolean> {
    return this.#passwords.exists();
  }

  async set(loginId: string, hash: string, now: Date): Promise<void> {
    const password = { loginId, hash, setAt: now };
    await this.unitOfWork.write(PasswordSchema, (passwords) => passwords.upsert(password, ['loginId']));
  }

  async remove(loginId: string): Promise<void> {
    await this.unitOfWork.delete(PasswordSchema, { loginId });
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

  get #passwords() {
    return this.unitOfWork.repository(PasswordSchema);
  }
}

import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { foldCase } from '../../platform/kernel/text';
import type { LoginState, MemberState } from '../domain/member';
import { LoginSchema, type Membership, MembershipSchema } from './member.schema';

const MEMBER = `m.id, m.account_id AS "accountId", m.login_id AS "loginId", m.roles, m.status,
  m.carrier_extension AS "carrierExtension", m.created_at AS "createdAt", l.email, l.name,
  l.mobile_number AS "mobileNumber",
  EXISTS (SELECT FROM memberships o WHERE o.login_id = l.id AND o.account_id <> m.account_id) AS "sharedLogin"`;
const FROM = 'FROM memberships m JOIN logins l ON l.id = m.login_id';

export interface LoginChange {
  readonly name?: string | undefined;
  readonly mobileNumber?: string | null | undefined;
}

/** One of both. */
export interface MemberReference {
  readonly id?: string;
  readonly email?: string;
}

/** Stores logins and memberships. Lock order: login, then membership. */
@Injectable()
export class MemberRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** False when the e-mail has one already, also by a concurrent insert. */
  insertLogin(login: LoginState): Promise<boolean> {
    return this.unitOfWork.insertIfUnique(LoginSchema, { ...login, emailFolded: foldCase(login.email) });
  }

  async lockLogin(email: string): Promise<string | null> {
    const login = await this.unitOfWork.repository(LoginSchema).findOne({
      where: { emailFolded: foldCase(email) },
      select: { id: true },
      lock: { mode: 'pessimistic_write' },
    });
    return login?.id ?? null;
  }

  /** Locks until the end of the transaction; other fields of the login may change. */
  async keyShareLogin(id: string): Promise<void> {
    await this.unitOfWork.rows('SELECT FROM logins WHERE id = $1 FOR KEY SHARE', [id]);
  }

  /** False when another login has the e-mail. */
  setEmail(id: string, email: string): Promise<boolean> {
    const change = { email, emailFolded: foldCase(email) };
    return this.unitOfWork.updateIfUnique(() => this.unitOfWork.update(LoginSchema, { id }, change));
  }

  /** `undefined` leaves a field unchanged. */
  async changeLogin(id: string, change: LoginChange): Promise<void> {
    if (change.name === undefined && change.mobileNumber === undefined) return;
    await this.unitOfWork.update(LoginSchema, { id }, change);
  }

  /** Newest first, after a member that the statement reads itself; none after an unknown one. */
  page(accountId: string, limit: number, after: string | undefined): Promise<MemberState[]> {
    return this.unitOfWork.rows<MemberState>(
      `SELECT ${MEMBER} ${FROM}
       WHERE m.account_id = $1 AND ($3::text IS NULL OR (m.created_at, m.id) <
         (SELECT p.created_at, p.id FROM memberships p WHERE p.account_id = $1 AND p.id = $3))
       ORDER BY m.created_at DESC, m.id DESC LIMIT $2`,
      [accountId, limit, after ?? null],
    );
  }

  ofLogin(loginId: string): Promise<MemberState[]> {
    return this.unitOfWork.rows<MemberState>(
      `SELECT ${MEMBER} ${FROM} WHERE m.login_id = $1 ORDER BY m.created_at, m.id`,
      [loginId],
    );
  }

  async countActiveAdmins(accountId: string): Promise<number> {
    const row = await this.unitOfWork.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM memberships WHERE account_id = $1 AND status = 'active' AND roles ? 'ADMIN'`,
      [accountId],
    );
    return row?.count ?? 0;
  }

  /** Serializes changes of an account's members. */
  async lockAccount(accountId: string): Promise<void> {
    await this.unitOfWork.rows('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  }

  /** Inserts for a locked login; false when another member of the account has the extension. */
  async insert(member: Membership): Promise<boolean> {
    const stored = await this.unitOfWork.affected(
      `INSERT INTO memberships (id, account_id, login_id, roles, status, carrier_extension, created_at)
       VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7)
       ON CONFLICT (account_id, carrier_extension) WHERE status <> 'inactive' AND carrier_extension IS NOT NULL
         DO NOTHING`,
      [
        member.id,
        member.accountId,
        member.loginId,
        JSON.stringify(member.roles),
        member.status,
        member.carrierExtension,
        member.createdAt,
      ],
    );
    return stored === 1;
  }

  /** Updates a locked membership; false when another member of the account has the extension. */
  update({ id, roles, status, carrierExtension }: Membership): Promise<boolean> {
    return this.unitOfWork.updateIfUnique(() =>
      this.unitOfWork.update(MembershipSchema, { id }, { roles, status, carrierExtension }),
    );
  }

  find(accountId: string, id: string): Promise<MemberState | null> {
    return this.#one('m.account_id = $1 AND m.id = $2', [accountId, id]);
  }

  findByEmail(accountId: string, email: string): Promise<MemberState | null> {
    return this.#one('m.account_id = $1 AND l.email_folded = $2', [accountId, foldCase(email)]);
  }

  async lock(accountId: string, id: string): Promise<MemberState | null> {
    await this.unitOfWork.rows(
      `SELECT FROM logins WHERE id = (SELECT login_id FROM memberships WHERE account_id = $1 AND id = $2) FOR UPDATE`,
      [accountId, id],
    );
    await this.unitOfWork.rows('SELECT FROM memberships WHERE account_id = $1 AND id = $2 FOR UPDATE', [
      accountId,
      id,
    ]);
    return this.find(accountId, id);
  }

  async keyShare(accountId: string, by: MemberReference): Promise<MemberState | null> {
    const [where, value] =
      by.id === undefined ? ['l.email_folded = $2', foldCase(by.email ?? '')] : ['m.id = $2', by.id];
    return this.#one(`m.account_id = $1 AND ${where} FOR KEY SHARE OF m`, [accountId, value]);
  }

  list(accountId: string): Promise<MemberState[]> {
    return this.unitOfWork.rows<MemberState>(`SELECT ${MEMBER} ${FROM} WHERE m.account_id = $1`, [accountId]);
  }

  #one(where: string, parameters: unknown[]): Promise<MemberState | null> {
    return this.unitOfWork.row<MemberState>(`SELECT ${MEMBER} ${FROM} WHERE ${where}`, parameters);
  }
}

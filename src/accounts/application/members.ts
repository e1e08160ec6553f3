import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import type { MemberRole } from '../../shared-kernel/roles';
import type { LoginState, MemberState } from '../domain/member';
import {
  type LoginChange,
  type MemberReference,
  MemberRepository,
} from '../infrastructure/member.repository';

export type NewLogin = Pick<LoginState, 'email' | 'name' | 'mobileNumber'>;

export interface KnownLogin {
  readonly loginId: string;
  /** False when the e-mail had a login before. */
  readonly isNew: boolean;
  /** `null`: never a member of the account. */
  readonly member: MemberState | null;
}

/** Stores members. The counsellors context decides the rules. */
@Injectable()
export class Members {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly members: MemberRepository,
  ) {}

  /** Finds or creates the login, and locks it. Of two concurrent callers, one creates it. */
  async claimLogin(accountId: string, { email, name, mobileNumber }: NewLogin): Promise<KnownLogin> {
    const id = newId('login');
    const made = { id, email, name, mobileNumber, createdAt: this.clock.now() };
    if (await this.members.insertLogin(made)) return { loginId: id, isNew: true, member: null };
    const loginId = await this.members.lockLogin(email);
    if (loginId === null) throw new Error('a login vanished between two statements');
    return { loginId, isNew: false, member: await this.members.findByEmail(accountId, email) };
  }

  /** Null when another member of the account has the extension. The login must be locked. */
  async join(
    accountId: string,
    loginId: string,
    membership: Pick<MemberState, 'roles' | 'status' | 'carrierExtension'>,
  ): Promise<MemberState | null> {
    const id = newId('csl');
    const row = { id, accountId, loginId, createdAt: this.clock.now(), ...membership };
    return (await this.members.insert(row)) ? this.members.find(accountId, id) : null;
  }

  /** False when another member of the account has the extension. The member must be locked. */
  async save(member: MemberState): Promise<boolean> {
    const { name, mobileNumber } = member;
    await this.members.changeLogin(member.loginId, { name, mobileNumber });
    return this.members.update(member);
  }

  find(accountId: string, id: string): Promise<MemberState | null> {
    return this.members.find(accountId, id);
  }

  page(accountId: string, limit: number, after: string | undefined): Promise<MemberState[]> {
    return this.members.page(accountId, limit, after);
  }

  ofLogin(loginId: string): Promise<MemberState[]> {
    return this.members.ofLogin(loginId);
  }

  async findByLogin(accountId: string, loginId: string): Promise<MemberState | null> {
    return (await this.members.ofLogin(loginId)).find((member) => member.accountId === accountId) ?? null;
  }

  changeLogin(loginId: string, change: LoginChange): Promise<void> {
    return this.members.changeLogin(loginId, change);
  }

  /** False when another login has the e-mail. */
  setEmail(loginId: string, email: string): Promise<boolean> {
    return this.members.setEmail(loginId, email);
  }

  keyShareLogin(loginId: string): Promise<void> {
    return this.members.keyShareLogin(loginId);
  }

  /** Serializes changes of the account's members, and what is counted for the account. */
  lockAccount(accountId: string): Promise<void> {
    return this.members.lockAccount(accountId);
  }

  async countActiveAdmins(accountId: string): Promise<number> {
    await this.lockAccount(accountId);
    return this.members.countActiveAdmins(accountId);
  }

  lock(accountId: string, id: string): Promise<MemberState | null> {
    return this.members.lock(accountId, id);
  }

  lockForCalling(accountId: string, by: MemberReference): Promise<MemberState | null> {
    return this.members.keyShare(accountId, by);
  }

  list(accountId: string): Promise<MemberState[]> {
    return this.members.list(accountId);
  }

  /**
   * A removed member comes back with this role alone. `onJoin` may refuse a locked login of another account by an
   * error.
   */
  async addRole(
    accountId: string,
    login: NewLogin,
    role: MemberRole,
    onJoin: (loginId: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<MemberState> {
    return this.unitOfWork.run(async () => {
      const { loginId, isNew, member } = await this.claimLogin(accountId, login);
      if (!member) {
        if (!isNew) await onJoin(loginId);
        const joined = await this.join(accountId, loginId, {
          roles: [role],
          status: 'active',
          carrierExtension: null,
        });
        if (!joined) throw new Error('a membership without an extension collided');
        return joined;
      }
      const removed = member.status === 'inactive';
      const changed: MemberState = {
        ...member,
        status: removed ? 'active' : member.status,
        roles: removed ? [role] : [...new Set([...member.roles, role])],
      };
      // The old extension may have been assigned to another member.
      const saved = await this.members.update(changed);
      if (!saved) await this.members.update({ ...changed, carrierExtension: null });
      return (await this.members.find(accountId, member.id)) ?? changed;
    });
  }

  /** Implements `member accept`: invited → active. Null when no member has the e-mail. */
  async accept(accountId: string, email: string): Promise<MemberState | null> {
    return this.unitOfWork.run(async () => {
      const known = await this.members.findByEmail(accountId, email);
      const member = known && (await this.members.lock(accountId, known.id));
      if (member?.status !== 'invited') return member;
      const accepted: MemberState = { ...member, status: 'active' };
      await this.members.update(accepted);
      return accepted;
    });
  }
}

import type { MemberRole } from '../../shared-kernel/roles';

/** Counsellors have any of these; other members are always active. */
type MemberStatus = 'active' | 'invited' | 'inactive';

/** Logins are global by e-mail. */
export interface MemberState {
  readonly id: string;
  readonly accountId: string;
  readonly loginId: string;
  readonly roles: readonly MemberRole[];
  readonly status: MemberStatus;
  readonly carrierExtension: string | null;
  readonly createdAt: Date;
  /** A field of the login, so equal in every account. */
  readonly email: string;
  readonly name: string;
  /** E.164. */
  readonly mobileNumber: string | null;
  /** The login is, or ever was, a member of another account. */
  readonly sharedLogin: boolean;
}

/** The e-mail is unique, ignoring case. */
export interface LoginState {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly mobileNumber: string | null;
  readonly createdAt: Date;
}

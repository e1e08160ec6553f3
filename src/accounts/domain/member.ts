/** "Values: active, invited, inactive" (description, Counsellor status); other members have the first alone. */
export type MemberStatus = 'active' | 'invited' | 'inactive';

/** The roles of the dashboard. */
export type MemberRole = 'ADMIN' | 'STAFF' | 'COUNSELLOR';

/** A login in an account: "logins are global by e-mail, memberships belong to accounts". */
export interface MemberState {
  readonly id: string;
  readonly accountId: string;
  readonly loginId: string;
  readonly roles: readonly MemberRole[];
  readonly status: MemberStatus;
  readonly carrierExtension: string | null;
  readonly createdAt: Date;
  /** Of the login, so the same in every account. */
  readonly email: string;
  readonly name: string;
  /** E.164. */
  readonly mobileNumber: string | null;
  /** "The login also belongs to another account": it is, or was ever, a member there. */
  readonly sharedLogin: boolean;
}

/** A person, global by e-mail ignoring case. */
export interface LoginState {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly mobileNumber: string | null;
  readonly createdAt: Date;
}

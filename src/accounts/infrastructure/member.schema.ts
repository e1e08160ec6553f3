import { column, nullable, tableSchema } from '../../platform/database/table-schema';
import type { LoginState, MemberState } from '../domain/member';

interface LoginRow extends LoginState {
  readonly emailFolded: string;
}

export const LoginSchema = tableSchema<LoginRow>('logins', {
  id: column.id,
  email: column.text,
  emailFolded: { ...column.text, collation: 'C' },
  name: column.text,
  mobileNumber: nullable(column.text),
  createdAt: column.instant,
});

export type Membership = Omit<MemberState, 'email' | 'name' | 'mobileNumber' | 'sharedLogin'>;

export const MembershipSchema = tableSchema<Membership>('memberships', {
  id: column.id,
  accountId: column.text,
  loginId: column.text,
  roles: column.jsonb,
  status: column.text,
  carrierExtension: nullable(column.text),
  createdAt: column.instant,
});

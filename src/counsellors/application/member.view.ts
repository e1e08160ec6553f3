import { formatInstant } from '../../platform/kernel/instant';
import type { People } from '../../accounts';

export type MemberState = NonNullable<Awaited<ReturnType<People['members']['find']>>>;

export function memberView(member: MemberState, lastSignedInAt: Date | null) {
  return {
    object: 'member' as const,
    id: member.id,
    name: member.name,
    email: member.email,
    roles: [...member.roles],
    status: member.status,
    shared_account: member.sharedLogin,
    // Sign-ins to other accounts are private.
    last_signed_in_at: member.sharedLogin || !lastSignedInAt ? null : formatInstant(lastSignedInAt),
  };
}

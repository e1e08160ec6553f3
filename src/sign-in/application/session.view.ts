import { formatInstant } from '../../platform/kernel/instant';
import { scopesOf } from '../domain/roles';
import { confirmedUntil, endOf } from '../domain/session';
import type { OwnMembership, SessionInUse } from '../infrastructure/session.repository';
import type { SessionState } from '../infrastructure/session.schema';

export type ShownMembership = OwnMembership & { readonly blockedReason: string | null };

export function sessionView(session: SessionInUse, memberships: readonly ShownMembership[], now: Date) {
  return {
    object: 'session' as const,
    id: session.id,
    login: {
      id: session.loginId,
      name: session.name,
      email: session.email,
      mobile_number: session.mobileNumber,
    },
    accounts: memberships.map((member) => ({
      id: member.accountId,
      name: member.accountName,
      timezone: member.timezone,
      member_id: member.memberId,
      roles: [...member.roles],
      scopes: scopesOf(member.roles, member.listening),
      can_call: member.blockedReason === null,
      blocked_reason: member.blockedReason,
    })),
    signed_in_at: formatInstant(session.signedInAt),
    confirmed_until: formatInstant(confirmedUntil(session)),
    // This request is a use.
    expires_at: formatInstant(endOf({ signedInAt: session.signedInAt, lastUsedAt: now })),
  };
}

export function sessionRow(session: SessionState, currentId: string) {
  return {
    object: 'session' as const,
    id: session.id,
    current: session.id === currentId,
    address: session.address,
    browser: session.browser,
    signed_in_at: formatInstant(session.signedInAt),
    last_used_at: formatInstant(session.lastUsedAt),
  };
}

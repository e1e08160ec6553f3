import { own } from '../../platform/kernel/own';
import { type MemberRole, ROLE_NAMES, ROLES } from '../../shared-kernel/roles';

/** Roles that may listen to running calls, by the account's setting. */
const LISTENERS: Readonly<Record<string, readonly MemberRole[]>> = {
  admins: ['ADMIN'],
  staff: ['ADMIN', 'STAFF'],
};

/** @param listening the account's setting */
export function scopesOf(roles: readonly string[], listening: string): string[] {
  const assigned = ROLE_NAMES.filter((role) => roles.includes(role));
  const scopes = new Set<string>(assigned.flatMap((role) => ROLES[role].scopes));
  if (own(LISTENERS, listening)?.some((role) => roles.includes(role))) scopes.add('calls:listen');
  return [...scopes];
}

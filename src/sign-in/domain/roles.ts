import { ROLE_NAMES, ROLES } from '../../shared-kernel/roles';

export function scopesOf(roles: readonly string[]): string[] {
  const assigned = ROLE_NAMES.filter((role) => roles.includes(role));
  return [...new Set<string>(assigned.flatMap((role) => ROLES[role].scopes))];
}

import { ROLE_NAMES, ROLES } from '../../shared-kernel/roles';

export function describeRoles(roles: readonly string[]): string {
  const names: string[] = ROLE_NAMES.filter((role) => roles.includes(role)).map((role) => ROLES[role].name);
  const last = names.pop() ?? 'member';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

const ROLE_NAMES: Readonly<Record<string, string>> = {
  ADMIN: 'admin',
  STAFF: 'staff',
  COUNSELLOR: 'counsellor',
};

export function describeRoles(roles: readonly string[]): string {
  const names = Object.entries(ROLE_NAMES).flatMap(([role, word]) => (roles.includes(role) ? [word] : []));
  const last = names.pop() ?? 'member';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** Roles add up. */
const ROLE_SCOPES: Readonly<Record<string, readonly string[]>> = {
  ADMIN: [
    'calls:read',
    'calls:write',
    'webhooks:manage',
    'agents:manage',
    'counsellors:manage',
    'account:manage',
  ],
  STAFF: ['calls:read', 'calls:write'],
  COUNSELLOR: ['own_calls'],
};

export function scopesOf(roles: readonly string[]): string[] {
  const entries = Object.entries(ROLE_SCOPES);
  return [...new Set(entries.flatMap(([role, scopes]) => (roles.includes(role) ? scopes : [])))];
}

/** What each role of a member allows in the console; roles add up. */
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

/** The scopes of a member with these roles, each once. */
export function scopesOf(roles: readonly string[]): string[] {
  const entries = Object.entries(ROLE_SCOPES);
  return [...new Set(entries.flatMap(([role, scopes]) => (roles.includes(role) ? scopes : [])))];
}

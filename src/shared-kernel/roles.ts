/** Roles of members; their scopes add up. `name` is for mails, the scopes are those of a session. */
export const ROLES = {
  ADMIN: {
    name: 'admin',
    scopes: [
      'calls:read',
      'calls:write',
      'webhooks:manage',
      'agents:manage',
      'counsellors:manage',
      'account:manage',
    ],
  },
  STAFF: { name: 'staff', scopes: ['calls:read', 'calls:write'] },
  COUNSELLOR: { name: 'counsellor', scopes: ['own_calls'] },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly scopes: readonly string[] }>>;

export type MemberRole = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly MemberRole[];

export const SCOPES = [
  'calls:read',
  'calls:write',
  'webhooks:manage',
  'agents:manage',
  'counsellors:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

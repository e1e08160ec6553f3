export const SCOPE_ALLOWS = {
  'calls:read':
    'read calls, batches, human calls, agents (without their script), voices, numbers, counsellors, credits and the do-not-call list',
  'calls:write': 'queue and cancel calls, batches and human calls, and change the do-not-call list',
  'webhooks:manage': 'everything under /webhook',
  'agents:manage':
    'read agents with their script, make, change and turn off agents, and choose the default agent',
  'counsellors:manage': 'read counsellors with their phone numbers, add, change and deactivate them',
} as const;

export type Scope = keyof typeof SCOPE_ALLOWS;

export const SCOPES = Object.keys(SCOPE_ALLOWS) as Scope[];

export const SESSION_SCOPES = [...SCOPES, 'account:manage', 'calls:listen', 'own_calls'] as const;

export type SessionScope = (typeof SESSION_SCOPES)[number];
